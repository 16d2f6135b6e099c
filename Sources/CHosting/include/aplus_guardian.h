#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What the runner asks of the guardian.
enum aplus_wish {
  /// To start a program; strings and three descriptors come with the request.
  aplus_wish_start = 1,
  /// To end the process group of a program, and to reap its leader.
  aplus_wish_end,
  /// To end what programs have left behind in groups of their own.
  aplus_wish_orphans,
};

/// A request; of a start, the strings follow, each with its null byte: the directory (empty for the runner's), the
/// program, the arguments with the program's name first, and the variables.
struct aplus_request {
  int32_t wish;
  /// The runner's number for the program.
  int32_t number;
  int32_t arguments;
  int32_t variables;
  /// The size of the strings in bytes.
  int32_t size;
};

/// What the guardian says of a program.
enum aplus_news {
  /// `value` is the process, which leads a group of its own.
  aplus_news_started = 1,
  /// `value` is the number of the error.
  aplus_news_failed,
  /// `value` is the status as `waitpid` gives it. The process is reaped once its end is asked for.
  aplus_news_ended,
};

struct aplus_report {
  int32_t news;
  int32_t number;
  int32_t value;
};

/// Starts the guardian: a process that starts programs, and ends all of them and what they have started once the
/// runner has ended, however it ended.
///
/// Programs are children of the guardian, and it has the priority, the limits and the directory that the runner has
/// at this time. Only functions that are safe in a signal handler run in it, so the runner may have threads.
///
/// Returns the runner's end of the connection, or -1 with `errno`.
int32_t aplus_guardian_start(void);

/// Sends a request; `files` are the streams of a program to start. Returns 0 or the number of the error.
int32_t aplus_guardian_send(
  int32_t connection, struct aplus_request request, const void *strings, const int32_t *files);

/// Waits for news; false once the guardian has ended.
bool aplus_guardian_receive(int32_t connection, struct aplus_report *report);

/// Whether a process has ended, perhaps without being reaped, as far as the kernel shows it.
bool aplus_guardian_has_ended(int32_t process);
