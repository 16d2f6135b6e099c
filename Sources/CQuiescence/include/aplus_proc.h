#ifndef APLUS_PROC_H
#define APLUS_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The state of a thread, as far as the kernel shows it.
enum aplus_rest {
  /// It runs, or may run at any time.
  aplus_rest_none,
  /// It sleeps until another thread or the outside world wakes it.
  aplus_rest_open,
  /// It sleeps at most until a known time.
  aplus_rest_timed,
};

/// The three files that show the state of a thread; each is -1 if it cannot be opened.
struct aplus_proc_thread {
  int schedstat;
  int wchan;
  int syscall;
};

/// Whether a look at the descriptors is complete.
enum aplus_look {
  aplus_look_whole,
  aplus_look_changed,
  aplus_look_unknown,
};

/// What a thread did so far; if two looks show the same, it did not run in between.
struct aplus_proc_counters {
  /// Nanoseconds in which it ran.
  uint64_t run;
  /// Nanoseconds in which it waited for a processor, up to when it last got one.
  uint64_t wait;
  uint64_t slices;
};

/// A timer descriptor.
struct aplus_proc_timer {
  int32_t file;
  /// How often it expired since it was last read.
  uint64_t ticks;
  /// Nanoseconds until it expires; 0 if it is not armed, or has expired and the processor has not
  /// taken the interrupt yet.
  uint64_t remaining;
};

enum { aplus_proc_timer_capacity = 32 };

/// What the file descriptors of the process say about wake-ups.
struct aplus_proc_timers {
  int32_t count;
  struct aplus_proc_timer timers[aplus_proc_timer_capacity];
  /// Nanoseconds until the process's interval timer expires; UINT64_MAX if it is not armed.
  uint64_t interval;
  /// Whether there is a socket of the library, through which another process may wake a thread. Sockets that were open when
  /// the process began are not the library's.
  bool has_socket;
};

/// Whether this system shows all of this.
bool aplus_proc_is_available(void);

/// Calls a function with each entry of a folder in `/proc` whose name is a number.
///
/// - Returns: Whether the folder could be read, and the function returned true each time.
bool aplus_proc_list(const char *path, bool (*found)(int32_t number, void *context), void *context);

/// Writes the path of a file in the folder that the kernel has for a process; 0 stands for this one.
///
/// This process has a name of its own there, because its number may be that of another namespace.
void aplus_proc_path(char *path, size_t size, int32_t process, const char *rest);

/// Reads the numbers of all threads of a process; 0 stands for this one.
///
/// - Returns: How many there are, or -1 if that is more than the capacity.
int aplus_proc_threads(int32_t process, int32_t *ids, int capacity);

/// Opens the files of a thread of a process; 0 stands for this one.
struct aplus_proc_thread aplus_proc_open(int32_t process, int32_t id);

/// Closes the files of a thread.
void aplus_proc_close(struct aplus_proc_thread thread);

/// Reads what a thread did so far.
bool aplus_proc_count(struct aplus_proc_thread thread, struct aplus_proc_counters *counters);

/// Reads the state of a thread.
///
/// - Parameter remaining: Nanoseconds until a timed sleep ends; NULL if that is not needed.
enum aplus_rest aplus_proc_rest(struct aplus_proc_thread thread, uint64_t *remaining);

/// Whether a thread runs or waits for a processor.
bool aplus_proc_is_ready(struct aplus_proc_thread thread);

/// What the threads of another process do, as far as the kernel shows it.
struct aplus_proc_process {
  int32_t threads;
  /// How many sleep until another thread or the outside world wakes them.
  int32_t open;
  /// Whether a timer, or a child that ends, can wake one of them.
  bool is_due;
};

/// Looks at a process that the caller may trace, such as a child.
///
/// - Returns: Whether the kernel shows everything that this needs.
bool aplus_proc_look_at(int32_t process, struct aplus_proc_process *look);

/// Looks at all descriptors except the given ones, and at the interval timer of the process.
///
/// The descriptors are enumerated each time: a list that is kept would miss that a timer is closed
/// and another one is opened with the same number.
///
/// - Returns: Whether the look is complete: not if something changed meanwhile, and never if there
///   are POSIX timers, whose state the kernel does not show.
enum aplus_look aplus_proc_look(const int32_t *except, int count, struct aplus_proc_timers *timers);

/// Waits until each processor has taken the interrupts of the timers that have expired on it.
///
/// A timer stays with the processor on which it was armed. The calling thread moves to one
/// processor after the other, and may run on all of them again when this returns.
///
/// - Returns: Whether it reached all of them; a sandbox may forbid that.
bool aplus_proc_await_interrupts(void);

#endif
