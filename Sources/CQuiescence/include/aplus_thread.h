#ifndef APLUS_THREAD_H
#define APLUS_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/// Starts a detached thread with a stack of 8 MB.
///
/// - Returns: Whether the system could start it.
bool aplus_thread_start(void (*body)(void *), void *context);

/// Returns the system's number of this thread.
int32_t aplus_thread_id(void);

/// Returns the label of the Dispatch queue that runs this code; NULL where Dispatch is not linked.
const char *aplus_thread_queue(void);

/// Lets another thread run.
void aplus_thread_yield(void);

/// Waits for some microseconds.
void aplus_thread_nap(uint32_t microseconds);

/// Signals to the processor that this loop spins.
static inline void aplus_thread_relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Returns the number of processors that this process may use, at least 1.
int32_t aplus_processor_count(void);

/// Returns the nanoseconds of a clock that never goes back.
uint64_t aplus_clock_now(void);

/// Returns the nanoseconds of processor time that this thread has used.
uint64_t aplus_thread_time(void);

/// Returns the nanoseconds of processor time that all threads of this process have used.
uint64_t aplus_process_time(void);

#endif
