#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "aplus_stack.h"

#if defined(__linux__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The frames of the handler itself, and of the code that the kernel returns to after it.
enum { own_frames = 2 };

static void *frames[aplus_stack_capacity + own_frames];
static _Atomic int count;

static void read_own(int signal) {
  (void)signal;
  atomic_store(&count, backtrace(frames, aplus_stack_capacity + own_frames));
}

int32_t aplus_stack_read(int32_t thread, uintptr_t result[aplus_stack_capacity]) {
  // The first call may allocate memory, which the handler must not.
  backtrace(frames, 1);
  struct sigaction action = {.sa_handler = read_own, .sa_flags = SA_RESTART};
  const int signal = SIGRTMAX - 1;
  sigemptyset(&action.sa_mask);
  atomic_store(&count, 0);
  if (sigaction(signal, &action, 0) || syscall(SYS_tgkill, getpid(), thread, signal)) return 0;
  const struct timespec pause = {0, 1000000};
  for (int wait = 0; wait < 1000 && !atomic_load(&count); wait++) nanosleep(&pause, 0);
  int read = 0;
  for (int index = own_frames; index < atomic_load(&count); index++) {
    result[read++] = (uintptr_t)frames[index];
  }
  return read;
}

void aplus_stack_name(uintptr_t frame, char *text, int32_t size) {
  Dl_info info;
  if (!dladdr((void *)frame, &info) || !info.dli_fname) {
    snprintf(text, (size_t)size, "%#lx", (unsigned long)frame);
  } else if (info.dli_sname) {
    snprintf(text, (size_t)size, "%s", info.dli_sname);
  } else {
    const char *slash = strrchr(info.dli_fname, '/');
    unsigned long offset = frame - (uintptr_t)info.dli_fbase;
    snprintf(text, (size_t)size, "%s+%#lx", slash ? slash + 1 : info.dli_fname, offset);
  }
}

#else

int32_t aplus_stack_read(int32_t thread, uintptr_t frames[aplus_stack_capacity]) {
  (void)thread;
  (void)frames;
  return 0;
}

void aplus_stack_name(uintptr_t frame, char *text, int32_t size) {
  (void)frame;
  if (size > 0) text[0] = 0;
}

#endif
