#ifdef __linux__

#define _GNU_SOURCE
#include "aplus_waits.h"

#include "aplus_proc.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static bool read_path(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, size - 1);
  close(file);
  if (count < 0) return false;
  text[count] = 0;
  return true;
}

static bool read_thread(int32_t process, int32_t thread, const char *name, char *text, size_t size) {
  char rest[48], path[64];
  snprintf(rest, sizeof rest, "task/%d/%s", thread, name);
  aplus_proc_path(path, sizeof path, process, rest);
  return read_path(path, text, size);
}

static bool is_thread_of(int32_t process, int32_t thread) {
  char rest[48], path[64];
  snprintf(rest, sizeof rest, "task/%d", thread);
  aplus_proc_path(path, sizeof path, process, rest);
  return thread > 0 && access(path, F_OK) == 0;
}

// MARK: Who holds a lock

// The memory may go away meanwhile, so it is read like that of another process.
static bool read_memory(int32_t process, uint64_t address, void *copy, size_t size) {
  struct iovec local = {copy, size};
  struct iovec remote = {(void *)(uintptr_t)address, size};
  return process_vm_readv(process ? process : getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static int32_t if_of(int32_t process, int32_t thread) { return is_thread_of(process, thread) ? thread : 0; }

// The word of a lock that passes on priority has the number of its holder; so do Swift's `Mutex`
// and the locks of Dispatch.
static int32_t holder_in_word(int32_t process, uint64_t address) {
  uint32_t word;
  if (!read_memory(process, address, &word, sizeof word)) return 0;
  return if_of(process, (int32_t)(word & FUTEX_TID_MASK));
}

#ifdef __GLIBC__
// A thread waits for a mutex while its word is 2; other uses of the same call have other words, or
// no thread of the process where the holder would be.
static int32_t holder_of_mutex(int32_t process, uint64_t address, uint64_t value) {
  pthread_mutex_t mutex;
  if ((uint32_t)value != 2 || !read_memory(process, address, &mutex, sizeof mutex)) return 0;
  return mutex.__data.__lock == 2 ? if_of(process, mutex.__data.__owner) : 0;
}
#else
static int32_t holder_of_mutex(int32_t process, uint64_t address, uint64_t value) {
  (void)process;
  (void)address;
  (void)value;
  return 0;
}
#endif

static int32_t holder(int32_t process, const uint64_t *a) {
  switch (a[1] & FUTEX_CMD_MASK) {
  case FUTEX_LOCK_PI:
  case 13: // FUTEX_LOCK_PI2
    return holder_in_word(process, a[0]);
  case FUTEX_WAIT: return holder_of_mutex(process, a[0], a[2]);
  default: return 0;
  }
}

// MARK: What a thread waits in

static enum aplus_wait kind(long call) {
  switch (call) {
  case SYS_futex: return aplus_wait_lock;
  case SYS_nanosleep:
  case SYS_clock_nanosleep: return aplus_wait_sleep;
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_recvfrom:
  case SYS_recvmsg:
  case SYS_accept:
  case SYS_accept4: return aplus_wait_read;
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_sendto:
  case SYS_sendmsg: return aplus_wait_write;
#ifdef SYS_epoll_wait
  case SYS_epoll_wait:
#endif
#ifdef SYS_epoll_pwait2
  case SYS_epoll_pwait2:
#endif
#ifdef SYS_poll
  case SYS_poll:
#endif
#ifdef SYS_select
  case SYS_select:
#endif
  case SYS_epoll_pwait:
  case SYS_ppoll:
  case SYS_pselect6: return aplus_wait_events;
  case SYS_wait4:
  case SYS_waitid: return aplus_wait_child;
#ifdef SYS_pause
  case SYS_pause:
#endif
  case SYS_rt_sigsuspend:
  case SYS_rt_sigtimedwait: return aplus_wait_signal;
  default: return aplus_wait_other;
  }
}

bool aplus_waits_look(int32_t process, int32_t thread, struct aplus_waiting *waiting) {
  *waiting = (struct aplus_waiting){aplus_wait_none, -1, -1, 0, false, 0};
  struct aplus_proc_thread files = aplus_proc_open(process, thread);
  struct aplus_proc_counters counters;
  bool exists = aplus_proc_count(files, &counters);
  bool isReady = aplus_proc_is_ready(files);
  waiting->is_timed = aplus_proc_rest(files, &waiting->remaining) == aplus_rest_timed;
  aplus_proc_close(files);
  if (!exists || isReady) return exists;
  char text[256];
  if (!read_thread(process, thread, "syscall", text, sizeof text)) return false;
  // "running" where the thread woke meanwhile.
  if (text[0] < '0' || text[0] > '9') return true;
  char *rest = text;
  waiting->call = strtol(rest, &rest, 10);
  uint64_t arguments[6];
  for (int index = 0; index < 6; index++) arguments[index] = strtoull(rest, &rest, 16);
  waiting->wait = kind((long)waiting->call);
  if (waiting->wait == aplus_wait_lock) waiting->holder = holder(process, arguments);
  if (waiting->wait == aplus_wait_read || waiting->wait == aplus_wait_write) {
    waiting->file = (int32_t)arguments[0];
  }
  return true;
}

bool aplus_waits_name(int32_t process, int32_t thread, char *text, int32_t size) {
  if (!read_thread(process, thread, "comm", text, (size_t)size)) return false;
  text[strcspn(text, "\n")] = 0;
  return true;
}

bool aplus_waits_target(int32_t process, int32_t file, char *text, int32_t size) {
  char rest[32], path[64];
  snprintf(rest, sizeof rest, "fd/%d", file);
  aplus_proc_path(path, sizeof path, process, rest);
  ssize_t length = readlink(path, text, (size_t)size - 1);
  if (length < 0) return false;
  text[length] = 0;
  return true;
}

#endif
