#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What the runner asks of the guardian.
enum aplus_wish {
  /// Start a program; strings and three descriptors come with the request.
  aplus_wish_start = 1,
  /// Kill the process group of a program, and reap its leader.
  aplus_wish_end,
  /// Kill what programs have left behind in other process groups.
  aplus_wish_orphans,
};

/// A request. To start a program, strings follow, each with its null byte: the directory (empty for the
/// runner's), the program, the arguments with the program's name first, and the environment variables.
struct aplus_request {
  int32_t wish;
  /// The runner's number for the program.
  int32_t number;
  int32_t arguments;
  int32_t variables;
  /// Whether the program must not keep the rights of root, nor make Unix sockets: 1 or 0.
  int32_t isConfined;
  /// The size of the strings in bytes.
  int32_t size;
};

/// What the guardian reports about a program.
enum aplus_news {
  /// `value` is the ID of the process, which leads its own group.
  aplus_news_started = 1,
  /// `value` is the error number.
  aplus_news_failed,
  /// `value` is the status, as from `waitpid`. The process is reaped once the runner asks to end it.
  aplus_news_ended,
};

struct aplus_report {
  int32_t news;
  int32_t number;
  int32_t value;
};

/// Starts the guardian: a process that starts programs, and kills all of them and what they have started once
/// the runner has ended for any reason.
///
/// Programs are children of the guardian, which has the priority, the limits and the directory that the runner
/// has at this time. The guardian calls only functions that are safe in a signal handler, so the runner may
/// have threads.
///
/// Returns the runner's end of the connection, or -1 with `errno`; `process` becomes the guardian's ID.
int32_t aplus_guardian_start(int32_t *process);

/// Continues a guardian that a program has stopped or traces; returns whether it was stopped.
bool aplus_guardian_wake(int32_t process);

/// Continues the last guardian, if there is one; safe in a signal handler.
void aplus_guardian_wake_last(void);

/// Kills a stopped guardian, and before it all programs and what they have started.
void aplus_guardian_kill(int32_t process);

/// Reaps a guardian that has ended.
void aplus_guardian_reap(int32_t process);

/// Lets the guardian end, and waits until it and all programs are gone: for some seconds, if the kernel holds one.
void aplus_guardian_finish(int32_t connection, int32_t process);

/// Sends a request; `files` are the streams of a program to start. Returns 0 or the error number.
int32_t aplus_guardian_send(
  int32_t connection, struct aplus_request request, const void *strings, const int32_t *files);

/// Waits for a report; false once the guardian has ended.
bool aplus_guardian_receive(int32_t connection, struct aplus_report *report);

/// Whether a process has ended, perhaps without being reaped, as far as the kernel shows it.
bool aplus_guardian_has_ended(int32_t process);
