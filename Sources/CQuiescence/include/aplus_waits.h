#ifndef APLUS_WAITS_H
#define APLUS_WAITS_H

#include <stdbool.h>
#include <stdint.h>

/// What a thread waits in, as far as the kernel shows it.
enum aplus_wait {
  /// It runs, or waits for a processor.
  aplus_wait_none,
  /// A lock, a condition or a semaphore.
  aplus_wait_lock,
  aplus_wait_sleep,
  aplus_wait_read,
  aplus_wait_write,
  /// `epoll`, `poll` or `select`: an event loop, or one descriptor of several.
  aplus_wait_events,
  /// An end of a child process.
  aplus_wait_child,
  aplus_wait_signal,
  /// Another system call, whose number is known.
  aplus_wait_other,
};

/// What a thread waits in, with what is known of it.
struct aplus_waiting {
  enum aplus_wait wait;
  /// The number of the system call; -1 if unknown.
  int64_t call;
  /// The descriptor that it reads or writes; -1 for none.
  int32_t file;
  /// The thread that holds the lock that it waits for; 0 if that is unknown.
  int32_t holder;
  /// Whether it wakes at a time that is known.
  bool is_timed;
  /// Nanoseconds until then.
  uint64_t remaining;
};

/// Looks at a thread of a process that the caller may trace, such as a child; 0 stands for this one.
///
/// - Returns: Whether it exists, and the kernel shows what it does.
bool aplus_waits_look(int32_t process, int32_t thread, struct aplus_waiting *waiting);

/// Reads the name of a thread of a process, with its terminating zero.
bool aplus_waits_name(int32_t process, int32_t thread, char *text, int32_t size);

/// Reads what a descriptor of a process stands for, such as a path, `pipe:[1]` or `socket:[1]`.
bool aplus_waits_target(int32_t process, int32_t file, char *text, int32_t size);

#endif
