#define _GNU_SOURCE
#include "aplus_process.h"
#include "aplus_guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

// MARK: Signals

static atomic_int count;
// Whether the first signal only counts.
static atomic_bool isListening;
static atomic_llong lastHangUp;
static char noticeText[256];
static int32_t status;

static _Noreturn void end_at_once(void) {
  // A stopped guardian would not notice the end.
  aplus_guardian_wake_last();
  _exit(status);
}

static void interrupted(int number) {
  int error = errno;
  if (!atomic_load(&isListening)) end_at_once();
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long moment = now.tv_sec * 1000LL + now.tv_nsec / 1000000 + 1;
  long long before = number == SIGHUP ? atomic_exchange(&lastHangUp, moment) : 0;
  if (!before || moment - before >= 1000) {
    if (atomic_fetch_add(&count, 1) > 0) end_at_once();
    // Where standard error has no reader, the notice is lost.
    if (write(STDERR_FILENO, noticeText, strlen(noticeText)) < 0) errno = 0;
  }
  errno = error;
}

void aplus_interruption_listen(const char *notice) {
  snprintf(noticeText, sizeof noticeText, "%s", notice);
  atomic_store(&isListening, true);
}

void aplus_interruption_begin(int32_t statusAtOnce) {
  status = statusAtOnce;
  static const int numbers[] = {
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
  };
  struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_RESTART}, before;
  for (size_t place = 0; place < sizeof numbers / sizeof *numbers; place++) {
    if (sigaction(numbers[place], 0, &before) || before.sa_handler == SIG_IGN) continue;
    sigaction(numbers[place], &action, 0);
  }
  // A write beyond the limit of file sizes then fails instead of ending the process.
  signal(SIGXFSZ, SIG_IGN);
}

int32_t aplus_interruption_count(void) { return atomic_load(&count); }

// MARK: Limits

static const int limits[] = {
  RLIMIT_AS, RLIMIT_CORE, RLIMIT_CPU, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_STACK,
};
enum { limitCount = sizeof limits / sizeof *limits };
static rlim_t usual[limitCount];
static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
static struct sigaction formerActions[sizeof faults / sizeof *faults];

static bool is_lowered(void) {
  for (int place = 0; place < limitCount; place++) {
    struct rlimit limit;
    if (!getrlimit(limits[place], &limit) && limit.rlim_cur < usual[place]) return true;
  }
  return false;
}

// Whether a limit has ever been found lowered: what failed meanwhile may show only later.
static atomic_bool wasLowered;

static _Noreturn void end_lowered(void) {
  static const char words[] = "error: another process has lowered the limits of this one (prlimit), which may have ended it\n";
  if (write(STDERR_FILENO, words, sizeof words - 1) < 0) errno = 0;
  status = 3;
  end_at_once();
}

static void failed(int number) {
  if (atomic_load(&wasLowered) || is_lowered()) end_lowered();
  // The fault comes again when this returns.
  for (size_t place = 0; place < sizeof faults / sizeof *faults; place++) {
    if (faults[place] == number) sigaction(number, &formerActions[place], 0);
  }
  if (number == SIGABRT) raise(number);
}

static bool restore_limits(void) {
  for (int place = 0; place < limitCount; place++) {
    struct rlimit limit;
    if (getrlimit(limits[place], &limit) || limit.rlim_cur >= usual[place]) continue;
    limit.rlim_cur = usual[place];
    if (limit.rlim_max < usual[place]) limit.rlim_max = usual[place];
    if (setrlimit(limits[place], &limit)) return false;
  }
  return true;
}

// Dispatch waits without end for memory and threads that it does not get, so this has a thread of its own and needs
// neither.
static void *watch_limits(void *unused) {
  for (;;) {
    poll(0, 0, 100);
    if (!is_lowered()) continue;
    atomic_store(&wasLowered, true);
    if (!restore_limits()) end_lowered();
  }
  return unused;
}

bool aplus_process_keep_limits(void) {
  for (int place = 0; place < limitCount; place++) {
    struct rlimit limit;
    usual[place] = getrlimit(limits[place], &limit) ? 0 : limit.rlim_cur;
  }
  struct sigaction action = {.sa_handler = failed};
  for (size_t place = 0; place < sizeof faults / sizeof *faults; place++) {
    sigaction(faults[place], &action, &formerActions[place]);
  }
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  bool isWatched = !pthread_create(&thread, 0, watch_limits, 0);
  if (isWatched) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  return isWatched;
}

int64_t aplus_process_descriptor_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur > INT64_MAX ? INT64_MAX : (int64_t)limit.rlim_cur;
}

int64_t aplus_process_space_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur > INT64_MAX ? INT64_MAX : (int64_t)limit.rlim_cur;
}

static void *wait_for(void *barrier) {
  pthread_mutex_lock(barrier);
  pthread_mutex_unlock(barrier);
  return 0;
}

bool aplus_process_can_make_threads(int32_t wanted) {
  pthread_mutex_t barrier = PTHREAD_MUTEX_INITIALIZER;
  pthread_t *threads = calloc((size_t)wanted, sizeof *threads);
  if (!threads) return false;
  pthread_mutex_lock(&barrier);
  int32_t made = 0;
  while (made < wanted && !pthread_create(&threads[made], 0, wait_for, &barrier)) made++;
  pthread_mutex_unlock(&barrier);
  for (int32_t place = 0; place < made; place++) pthread_join(threads[place], 0);
  free(threads);
  return made == wanted;
}

bool aplus_process_has_room(int64_t bytes) {
  void *room = mmap(0, (size_t)bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, (size_t)bytes);
  return true;
}

bool aplus_process_can_open(int32_t wanted) {
  int files[64];
  int32_t made = 0;
  while (made < wanted && made < 64 && (files[made] = open("/", O_RDONLY | O_CLOEXEC)) >= 0) made++;
  for (int32_t place = 0; place < made; place++) close(files[place]);
  return made == wanted;
}

int32_t aplus_process_raise_descriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return 256;
  // More than a run with 1024 hosts needs.
  rlim_t wanted = limit.rlim_max < 16384 ? limit.rlim_max : 16384;
  if (limit.rlim_cur < wanted) {
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit)) limit.rlim_cur = before;
  }
  return limit.rlim_cur < 1 << 20 ? (int32_t)limit.rlim_cur : 1 << 20;
}

int32_t aplus_process_open_descriptors(int32_t limit) {
  int32_t open = 0;
  for (int32_t file = 0; file < limit && file < 65536; file++) {
    if (fcntl(file, F_GETFD) != -1) open++;
  }
  return open;
}

// MARK: Memory

void aplus_process_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// MARK: Other processes

void aplus_process_hide(void) {
#ifdef __linux__
  char text[4096];
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[size > 0 ? size : 0] = 0;
  const char *tracer = strstr(text, "TracerPid:");
  if (!tracer || atoi(tracer + strlen("TracerPid:")) == 0) prctl(PR_SET_DUMPABLE, 0);
#endif
}
