#ifndef APLUS_THREAD_LOG_H
#define APLUS_THREAD_LOG_H

#include <stdint.h>

/// What the recorder keeps for each thread: its buffer, and the run that the buffer belongs to.
///
/// This is C because Swift has no thread-local storage that costs only a few nanoseconds. The owner
/// is kept beside the pointer because a pool thread outlives the run whose buffer it still points
/// to.
struct aplus_thread_log {
  uint64_t owner;
  void *log;
};

extern _Thread_local struct aplus_thread_log aplus_thread_log;

/// Returns this thread's buffer if it belongs to the run, else a null pointer.
static inline void *aplus_thread_log_get(uint64_t owner) {
  return aplus_thread_log.owner == owner ? aplus_thread_log.log : (void *)0;
}

/// Sets this thread's buffer.
static inline void aplus_thread_log_set(uint64_t owner, void *log) {
  aplus_thread_log.owner = owner;
  aplus_thread_log.log = log;
}

#endif
