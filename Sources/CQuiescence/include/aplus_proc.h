#ifndef APLUS_PROC_H
#define APLUS_PROC_H

#include <stdbool.h>
#include <stdint.h>

/// How a thread is, as far as the kernel tells.
enum aplus_rest {
  /// It runs, or may run at any time.
  aplus_rest_none,
  /// It sleeps until another thread or the outside world wakes it.
  aplus_rest_open,
  /// It sleeps at most until a known time.
  aplus_rest_timed,
};

/// The three files of a thread that tell how it is; all -1 where they cannot be read.
struct aplus_proc_thread {
  int schedstat;
  int wchan;
  int syscall;
};

/// What a look at the descriptors is worth.
enum aplus_look {
  aplus_look_whole,
  aplus_look_changed,
  aplus_look_unknown,
};

/// What a thread did so far: it did not run in between if two looks are the same.
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
  /// How often it expired since somebody read it.
  uint64_t ticks;
  /// Nanoseconds until it expires; 0 where it is not armed, or has expired and the processor has not
  /// taken the interrupt yet.
  uint64_t remaining;
};

enum { aplus_proc_timer_capacity = 32 };

/// What the file descriptors of the process say about wake-ups.
struct aplus_proc_timers {
  int32_t count;
  struct aplus_proc_timer timers[aplus_proc_timer_capacity];
  /// Nanoseconds until the process's interval timer expires; UINT64_MAX where it is not armed.
  uint64_t interval;
  /// Whether there is a socket of the library, through which another process may wake a thread.
  bool has_socket;
};

/// Whether this system can tell all of this.
bool aplus_proc_is_available(void);

/// Takes the sockets that are open now for inherited ones, which the library knows nothing of.
///
/// Call it once, before library code runs.
void aplus_proc_accept_sockets(void);

/// Calls a function with each number that is a name in a folder of the kernel.
///
/// - Returns: Whether the folder could be read, and the function said true each time.
bool aplus_proc_list(const char *path, bool (*found)(int32_t number, void *context), void *context);

/// Reads the numbers of all threads of this process.
///
/// - Returns: How many there are, or -1 where that is more than the capacity.
int aplus_proc_threads(int32_t *ids, int capacity);

/// Opens the files of a thread.
struct aplus_proc_thread aplus_proc_open(int32_t id);

/// Closes the files of a thread.
void aplus_proc_close(struct aplus_proc_thread thread);

/// Reads what a thread did so far.
bool aplus_proc_count(struct aplus_proc_thread thread, struct aplus_proc_counters *counters);

/// Tells how a thread is.
///
/// - Parameter remaining: Nanoseconds until a timed sleep ends; NULL where that is not asked for.
enum aplus_rest aplus_proc_rest(struct aplus_proc_thread thread, uint64_t *remaining);

/// Whether a thread runs or waits for a processor.
bool aplus_proc_is_ready(struct aplus_proc_thread thread);

/// What the threads of another process do, as far as the kernel tells.
struct aplus_proc_process {
  int32_t threads;
  /// How many sleep until another thread or the outside world wakes them.
  int32_t open;
  /// Whether something can wake one of them by itself: a timer, or a child that ends.
  bool is_due;
};

/// Looks at a process that the caller may trace, such as a child.
///
/// - Returns: Whether the kernel tells; never on systems without `/proc`.
bool aplus_proc_look_at(int32_t process, struct aplus_proc_process *look);

/// Looks at all descriptors but those that are given, and at the interval timers of the process.
///
/// The descriptors are enumerated each time: a list that is kept misses a timer that is closed and
/// another that is opened at the same number.
///
/// - Returns: Whether that tells everything: not where something changed meanwhile, and never where
///   there are POSIX timers, whose state the kernel does not show.
enum aplus_look aplus_proc_look(const int32_t *except, int count, struct aplus_proc_timers *timers);

/// Waits until each processor has taken the interrupts of the timers that have expired on it.
///
/// A timer is kept by the processor on which it was armed. The calling thread moves to one after
/// the other and is back where it may run anyway when this returns.
///
/// - Returns: Whether it could go to all of them; a sandbox may forbid that.
bool aplus_proc_await_interrupts(void);

#endif
