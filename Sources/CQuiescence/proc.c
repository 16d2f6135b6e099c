#ifdef __linux__

#define _GNU_SOURCE
#include "aplus_proc.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

bool aplus_proc_list(const char *path, bool (*found)(int32_t, void *), void *context) {
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return false;
  _Alignas(8) char buffer[4096];
  bool isWhole = true;
  for (;;) {
    long size = syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    if (size < 0) isWhole = false;
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      struct entry *entry = (struct entry *)(buffer + at);
      at += entry->length;
      if (entry->name[0] < '0' || entry->name[0] > '9') continue;
      int32_t number = (int32_t)strtol(entry->name, 0, 10);
      if (number != directory || strcmp(path, "/proc/self/fd")) {
        isWhole = found(number, context) && isWhole;
      }
    }
  }
  close(directory);
  return isWhole;
}

static bool read_all(int file, char *buffer, size_t size) {
  ssize_t count = file < 0 ? -1 : pread(file, buffer, size - 1, 0);
  if (count < 0) return false;
  buffer[count] = 0;
  return true;
}

static bool read_path(const char *path, char *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  bool isRead = read_all(file, buffer, size);
  if (file >= 0) close(file);
  return isRead;
}

struct ids {
  int32_t *ids;
  int capacity;
  int count;
};

static bool add_id(int32_t id, void *context) {
  struct ids *ids = context;
  if (ids->count == ids->capacity) return false;
  ids->ids[ids->count++] = id;
  return true;
}

void aplus_proc_path(char *path, size_t size, int32_t process, const char *rest) {
  if (process) snprintf(path, size, "/proc/%d/%s", process, rest);
  else snprintf(path, size, "/proc/self/%s", rest);
}

int aplus_proc_threads(int32_t process, int32_t *ids, int capacity) {
  struct ids all = {ids, capacity, 0};
  char path[64];
  aplus_proc_path(path, sizeof path, process, "task");
  return aplus_proc_list(path, add_id, &all) ? all.count : -1;
}

static int open_file(int32_t process, int32_t id, const char *name) {
  char rest[48], path[64];
  snprintf(rest, sizeof rest, "task/%d/%s", id, name);
  aplus_proc_path(path, sizeof path, process, rest);
  return open(path, O_RDONLY | O_CLOEXEC);
}

struct aplus_proc_thread aplus_proc_open(int32_t process, int32_t id) {
  struct aplus_proc_thread thread = {
    open_file(process, id, "schedstat"),
    open_file(process, id, "wchan"),
    open_file(process, id, "syscall"),
  };
  return thread;
}

void aplus_proc_close(struct aplus_proc_thread thread) {
  if (thread.schedstat >= 0) close(thread.schedstat);
  if (thread.wchan >= 0) close(thread.wchan);
  if (thread.syscall >= 0) close(thread.syscall);
}

bool aplus_proc_count(struct aplus_proc_thread thread, struct aplus_proc_counters *counters) {
  char text[128];
  if (!read_all(thread.schedstat, text, sizeof text)) return false;
  char *rest = text;
  counters->run = strtoull(rest, &rest, 10);
  counters->wait = strtoull(rest, &rest, 10);
  counters->slices = strtoull(rest, &rest, 10);
  return true;
}

// MARK: How a thread sleeps

static uint64_t nanoseconds(struct timespec time) {
  if (time.tv_sec < 0) return 0;
  if (time.tv_sec > 10000000000) return UINT64_MAX;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The time until a moment that a thread passed to the kernel. The thread may wake and its stack may
// change meanwhile, so its memory is read like that of another process.
static bool until(uint64_t address, clockid_t clock, uint64_t *remaining) {
  struct timespec moment, now;
  struct iovec local = {&moment, sizeof moment};
  struct iovec remote = {(void *)(uintptr_t)address, sizeof moment};
  if (process_vm_readv(getpid(), &local, 1, &remote, 1, 0) != sizeof moment) return false;
  if (moment.tv_nsec < 0 || moment.tv_nsec > 999999999) return false;
  clock_gettime(clock, &now);
  uint64_t end = nanoseconds(moment);
  uint64_t start = nanoseconds(now);
  *remaining = end > start ? end - start : 0;
  return true;
}

static enum aplus_rest timed(uint64_t address, clockid_t clock, uint64_t *remaining) {
  if (!address) return aplus_rest_open;
  // For another process the caller does not need the time.
  if (!remaining) return aplus_rest_timed;
  return until(address, clock, remaining) ? aplus_rest_timed : aplus_rest_none;
}

static enum aplus_rest futex_rest(const uint64_t *a, uint64_t *remaining) {
  clockid_t clock = a[1] & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  switch (a[1] & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
    // A time relative to the start of the call, which is unknown.
    return a[3] ? aplus_rest_none : aplus_rest_open;
  case FUTEX_LOCK_PI: return timed(a[3], CLOCK_REALTIME, remaining);
  case FUTEX_WAIT_BITSET:
  case FUTEX_WAIT_REQUEUE_PI:
  case 13: // FUTEX_LOCK_PI2
    return timed(a[3], clock, remaining);
  default: return aplus_rest_none;
  }
}

static enum aplus_rest open_if(bool isOpen) {
  return isOpen ? aplus_rest_open : aplus_rest_none;
}

static enum aplus_rest call_rest(long number, const uint64_t *a, uint64_t *remaining) {
  switch (number) {
  case SYS_futex: return futex_rest(a, remaining);
  case SYS_clock_nanosleep:
    // Flag 1 means that the time is absolute. Otherwise the start of the sleep is unknown.
    return a[1] & 1 ? timed(a[2], (clockid_t)a[0], remaining) : aplus_rest_none;
#ifdef SYS_epoll_wait
  case SYS_epoll_wait: return open_if((int32_t)a[3] < 0);
#endif
  case SYS_epoll_pwait: return open_if((int32_t)a[3] < 0);
#ifdef SYS_epoll_pwait2
  case SYS_epoll_pwait2: return open_if(!a[3]);
#endif
#ifdef SYS_poll
  case SYS_poll: return open_if((int32_t)a[2] < 0);
#endif
  case SYS_ppoll: return open_if(!a[2]);
#ifdef SYS_select
  case SYS_select: return open_if(!a[4]);
#endif
  case SYS_pselect6: return open_if(!a[4]);
#ifdef SYS_pause
  case SYS_pause:
#endif
  case SYS_read:
  case SYS_recvfrom:
  case SYS_recvmsg:
  case SYS_accept:
  case SYS_accept4:
  case SYS_wait4:
  case SYS_waitid:
  case SYS_rt_sigsuspend: return aplus_rest_open;
  case SYS_rt_sigtimedwait: return open_if(!a[2]);
  default: return aplus_rest_none;
  }
}

// The kernel function in which a thread sleeps; false if that cannot be read.
static bool read_place(struct aplus_proc_thread thread, char *text, size_t size) {
  return read_all(thread.wchan, text, size) && text[0];
}

// Also "0" while the thread is being woken, when `syscall` still says that it is blocked.
static bool is_awake(const char *place) { return place[0] == '0' && !place[1]; }

bool aplus_proc_is_ready(struct aplus_proc_thread thread) {
  char place[256];
  return read_place(thread, place, sizeof place) && is_awake(place);
}

enum aplus_rest aplus_proc_rest(struct aplus_proc_thread thread, uint64_t *remaining) {
  char text[256];
  if (!read_place(thread, text, sizeof text) || is_awake(text)) return aplus_rest_none;
  if (!read_all(thread.syscall, text, sizeof text)) return aplus_rest_none;
  if (text[0] < '0' || text[0] > '9') return aplus_rest_none;
  char *rest = text;
  long number = strtol(rest, &rest, 10);
  uint64_t arguments[6];
  for (int index = 0; index < 6; index++) arguments[index] = strtoull(rest, &rest, 16);
  return call_rest(number, arguments, remaining);
}

// MARK: Timers

struct look {
  const int32_t *except;
  int count;
  struct aplus_proc_timers *timers;
};

static bool look_at_timer(int32_t file, struct aplus_proc_timers *timers) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", file);
  if (!read_path(path, text, sizeof text)) return false;
  char *ticks = strstr(text, "ticks:");
  char *value = strstr(text, "it_value: (");
  if (!ticks || !value) return false;
  if (timers->count == aplus_proc_timer_capacity) return false;
  struct aplus_proc_timer *timer = &timers->timers[timers->count++];
  timer->file = file;
  timer->ticks = strtoull(ticks + strlen("ticks:"), 0, 10);
  char *rest = value + strlen("it_value: (");
  struct timespec left;
  left.tv_sec = strtoll(rest, &rest, 10);
  left.tv_nsec = strtol(rest + 1, 0, 10);
  timer->remaining = nanoseconds(left);
  return true;
}

// What a descriptor stands for; false if it was closed since it was listed.
static bool read_target(int32_t file, char *target, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  ssize_t length = readlink(path, target, size - 1);
  if (length < 0) return false;
  target[length] = 0;
  return true;
}

static const char socket_prefix[] = "socket:[";

static bool is_socket(const char *target) {
  return !strncmp(target, socket_prefix, sizeof socket_prefix - 1);
}

static uint64_t socket_inode(const char *target) {
  return strtoull(target + sizeof socket_prefix - 1, 0, 10);
}

// The sockets that were open when the process began, which the library does not use: `swift test` leaves a dozen open, and
// a host may have one to its runner. They are identified by their inodes, because a descriptor may be closed and its number
// reused.
static uint64_t inherited[64];
static int inherited_count;

static bool accept_socket(int32_t file, void *context) {
  (void)context;
  char target[64];
  if (read_target(file, target, sizeof target) && is_socket(target) && inherited_count < 64) {
    inherited[inherited_count++] = socket_inode(target);
  }
  return true;
}

__attribute__((constructor)) static void inherit_sockets(void) { aplus_proc_list("/proc/self/fd", accept_socket, 0); }

static bool is_inherited(uint64_t inode) {
  for (int index = 0; index < inherited_count; index++) {
    if (inherited[index] == inode) return true;
  }
  return false;
}

static bool look_at(int32_t file, void *context) {
  struct look *look = context;
  for (int index = 0; index < look->count; index++) {
    if (look->except[index] == file) return true;
  }
  char target[64];
  if (!read_target(file, target, sizeof target)) return false;
  if (is_socket(target) && !is_inherited(socket_inode(target))) look->timers->has_socket = true;
  return strcmp(target, "anon_inode:[timerfd]") || look_at_timer(file, look->timers);
}

static bool look_at_interval(int which, struct aplus_proc_timers *timers) {
  struct itimerval timer;
  if (getitimer(which, &timer)) return false;
  struct timespec left = {timer.it_value.tv_sec, timer.it_value.tv_usec * 1000};
  if (left.tv_sec || left.tv_nsec) timers->interval = nanoseconds(left);
  return true;
}

enum aplus_look aplus_proc_look(
  const int32_t *except, int count, struct aplus_proc_timers *timers
) {
  timers->count = 0;
  timers->interval = UINT64_MAX;
  timers->has_socket = false;
  char text[16];
  // There are POSIX timers, or the kernel has no list of them.
  if (!read_path("/proc/self/timers", text, sizeof text) || text[0]) return aplus_look_unknown;
  struct look look = {except, count, timers};
  if (!aplus_proc_list("/proc/self/fd", look_at, &look)) return aplus_look_changed;
  return look_at_interval(ITIMER_REAL, timers) ? aplus_look_whole : aplus_look_unknown;
}

bool aplus_proc_is_available(void) {
  struct aplus_proc_thread thread = aplus_proc_open(0, (int32_t)syscall(SYS_gettid));
  struct aplus_proc_counters counters;
  struct aplus_proc_timers timers;
  char text[256];
  bool isAvailable = aplus_proc_count(thread, &counters) && counters.slices > 0 &&
                     read_all(thread.wchan, text, sizeof text) &&
                     read_all(thread.syscall, text, sizeof text) &&
                     aplus_proc_look(0, 0, &timers) != aplus_look_unknown;
  aplus_proc_close(thread);
  return isAvailable;
}

// MARK: Other processes

struct other {
  int32_t process;
  struct aplus_proc_process *look;
};

static int open_of(int32_t process, int32_t thread, const char *name) {
  char path[96];
  snprintf(path, sizeof path, "/proc/%d/task/%d/%s", process, thread, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

static bool look_at_thread(int32_t id, void *context) {
  struct other *other = context;
  struct aplus_proc_thread thread = {
    -1,
    open_of(other->process, id, "wchan"),
    open_of(other->process, id, "syscall"),
  };
  int children = open_of(other->process, id, "children");
  char text[256];
  bool isReadable =
      thread.wchan >= 0 && thread.syscall >= 0 && read_all(children, text, sizeof text);
  if (isReadable) {
    other->look->threads++;
    if (text[0]) other->look->is_due = true;
    if (aplus_proc_rest(thread, 0) == aplus_rest_open) other->look->open++;
  }
  aplus_proc_close(thread);
  if (children >= 0) close(children);
  return isReadable;
}

static bool look_for_timer(int32_t file, void *context) {
  struct other *other = context;
  char path[64], target[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", other->process, file);
  ssize_t length = readlink(path, target, sizeof target - 1);
  if (length < 0) return false;
  target[length] = 0;
  if (!strcmp(target, "anon_inode:[timerfd]")) other->look->is_due = true;
  return true;
}

bool aplus_proc_look_at(int32_t process, struct aplus_proc_process *look) {
  *look = (struct aplus_proc_process){0, 0, false};
  struct other other = {process, look};
  char path[64], text[16];
  snprintf(path, sizeof path, "/proc/%d/timers", process);
  if (!read_path(path, text, sizeof text)) return false;
  if (text[0]) look->is_due = true;
  snprintf(path, sizeof path, "/proc/%d/fd", process);
  if (!aplus_proc_list(path, look_for_timer, &other)) return false;
  snprintf(path, sizeof path, "/proc/%d/task", process);
  return aplus_proc_list(path, look_at_thread, &other) && look->threads > 0;
}

#endif
