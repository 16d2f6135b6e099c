#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#include <sys/syscall.h>
#endif

#include "aplus_thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return 0;
}

bool aplus_thread_start(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return false;
  start->body = body;
  start->context = context;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  pthread_t thread;
  int failure = pthread_create(&thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  if (failure) free(start);
  return !failure;
}

int32_t aplus_thread_id(void) {
#ifdef __linux__
  return (int32_t)syscall(SYS_gettid);
#else
  uint64_t id = 0;
  pthread_threadid_np(0, &id);
  return (int32_t)id;
#endif
}

// Of Dispatch, whose headers not every system has for C.
extern const char *dispatch_queue_get_label(void *) __attribute__((weak));

const char *aplus_thread_queue(void) {
  return dispatch_queue_get_label ? dispatch_queue_get_label(0) : 0;
}

void aplus_thread_yield(void) { sched_yield(); }

void aplus_thread_nap(uint32_t microseconds) {
  struct timespec time = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
  nanosleep(&time, 0);
}

int32_t aplus_processor_count(void) {
#ifdef __linux__
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (int32_t)count;
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t aplus_clock_now(void) { return read_clock(CLOCK_MONOTONIC); }

uint64_t aplus_thread_time(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

uint64_t aplus_process_time(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
