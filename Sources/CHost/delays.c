#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "aplus_delays.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static _Atomic uint64_t current;
static _Atomic uint64_t count;
/// Whether the lanes are over, so that a yield may find no other thread of this process to run.
static _Atomic bool is_after_lanes;

uint64_t aplus_delays_seed(void) {
  const char *text = getenv("APLUS_SEED");
  return text ? strtoull(text, 0, 10) : 0;
}

uint64_t aplus_delays_count(void) { return atomic_load(&count); }

void aplus_delays_end(void) { atomic_store(&current, 0); }

void aplus_delays_let_up(void) { atomic_store(&is_after_lanes, true); }

void aplus_delays_begin(uint64_t seed) {
  static _Atomic uint64_t beginnings;
  uint64_t number = atomic_fetch_add(&beginnings, 1) + 1;
  atomic_store(&is_after_lanes, false);
  atomic_store(&current, (seed ^ number * 0x9E3779B97F4A7C15u) | 1);
}

#if defined(__linux__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <sched.h>
#include <time.h>

typedef int operation(pthread_mutex_t *);

static operation *_Atomic real_lock;
static operation *_Atomic real_unlock;

static operation *find(operation *_Atomic *place, const char *name) {
  operation *found = atomic_load_explicit(place, memory_order_relaxed);
  if (!found) {
    found = (operation *)dlsym(RTLD_NEXT, name);
    atomic_store_explicit(place, found, memory_order_relaxed);
  }
  return found;
}

int aplus_delays_lock(pthread_mutex_t *mutex) {
  return find(&real_lock, "pthread_mutex_lock")(mutex);
}

int aplus_delays_unlock(pthread_mutex_t *mutex) {
  return find(&real_unlock, "pthread_mutex_unlock")(mutex);
}

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// Yields; after the lanes, loses only a part of the time to other processes.
///
/// If those use all processors, each yield costs the thread their turns, and no other thread of
/// this process runs meanwhile. The library would seem never to come to rest.
static void give_way(void) {
  static _Atomic uint64_t next;
  if (!atomic_load_explicit(&is_after_lanes, memory_order_relaxed)) {
    sched_yield();
    return;
  }
  const uint64_t start = nanoseconds(CLOCK_MONOTONIC);
  if (start < atomic_load_explicit(&next, memory_order_relaxed)) return;
  const uint64_t used = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  sched_yield();
  const uint64_t end = nanoseconds(CLOCK_MONOTONIC);
  const uint64_t lost = end - start;
  if (lost > 1000000 && nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - used < lost / 2) {
    atomic_store_explicit(&next, end + 16 * lost, memory_order_relaxed);
  }
}

/// Yields one time out of eight, and spins for up to some microseconds one time out of eight.
///
/// If there are fewer processors than lanes, yielding lets another lane in; if the lanes run at the
/// same time, spinning does.
static void delay(void) {
  static _Atomic uint64_t threads;
  static _Thread_local uint64_t thread, seed, state;
  uint64_t wanted = atomic_load_explicit(&current, memory_order_relaxed);
  if (!wanted) return;
  if (seed != wanted) {
    if (!thread) thread = atomic_fetch_add(&threads, 1) + 1;
    seed = wanted;
    state = seed ^ thread * 0xD1B54A32D192ED03u;
    if (!state) state = 1;
  }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  const uint64_t choice = state >> 61;
  if (choice > 1) return;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  if (choice == 0) {
    give_way();
  } else {
    for (uint64_t rest = state & 0xFFF; rest > 0; rest--) atomic_signal_fence(memory_order_seq_cst);
  }
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  delay();
  return aplus_delays_lock(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  int result = aplus_delays_unlock(mutex);
  delay();
  return result;
}

#else

int aplus_delays_lock(pthread_mutex_t *mutex) { return pthread_mutex_lock(mutex); }

int aplus_delays_unlock(pthread_mutex_t *mutex) { return pthread_mutex_unlock(mutex); }

#endif
