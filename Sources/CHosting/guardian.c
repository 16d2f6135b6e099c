#define _GNU_SOURCE
#include "aplus_guardian.h"
#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// MARK: The runner's side

static bool send_all(int file, const void *bytes, size_t size) {
  const char *next = bytes;
  while (size > 0) {
    ssize_t count = write(file, next, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    next += count;
    size -= (size_t)count;
  }
  return true;
}

static bool receive_all(int file, void *bytes, size_t size) {
  char *next = bytes;
  while (size > 0) {
    ssize_t count = read(file, next, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    size -= (size_t)count;
  }
  return true;
}

int32_t aplus_guardian_send(
  int32_t connection, struct aplus_request request, const void *strings, const int32_t *files
) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(3 * sizeof(int))];
  } control = {0};
  struct iovec bytes = {&request, sizeof request};
  struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
  if (files) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control.space;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(3 * sizeof(int));
    memcpy(CMSG_DATA(&control.header), files, 3 * sizeof(int));
  }
  ssize_t count;
  do {
    count = sendmsg(connection, &message, 0);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return errno;
  bool isSent = send_all(connection, (char *)&request + count, sizeof request - (size_t)count)
    && send_all(connection, strings, (size_t)request.size);
  return isSent ? 0 : errno;
}

bool aplus_guardian_receive(int32_t connection, struct aplus_report *report) {
  return receive_all(connection, report, sizeof *report);
}

// The letter of a process' state: 'X' if the process is gone, '?' if the kernel does not tell.
static char state_of(int32_t process) {
#ifdef __linux__
  char text[256];
  snprintf(text, sizeof text, "/proc/%d/stat", process);
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == ENOENT && kill(process, 0) != 0 ? 'X' : '?';
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count < 0) return errno == ESRCH ? 'X' : '?';
  text[count] = 0;
  const char *name = strrchr(text, ')');
  return name && name[1] ? name[2] : '?';
#else
  (void)process;
  return '?';
#endif
}

bool aplus_guardian_has_ended(int32_t process) {
  char state = state_of(process);
  return state == 'Z' || state == 'X';
}

// The process of the guardian that was started last, for the handler of signals.
static _Atomic(pid_t) guardian;

bool aplus_guardian_wake(int32_t process) {
  char state = state_of(process);
  if (state != 'T' && state != 't') return false;
  kill(process, SIGCONT);
  return true;
}

void aplus_guardian_wake_last(void) {
  pid_t process = guardian;
  if (process > 0) kill(process, SIGCONT);
}

// Calls a function with each child of a process that has one thread; returns the sum of what it returns.
static int sum_over_children(const char *path, int (*body)(pid_t)) {
  int sum = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  pid_t process = 0;
  char text[512];
  ssize_t size;
  while ((size = read(file, text, sizeof text)) > 0) {
    for (ssize_t place = 0; place < size; place++) {
      if (text[place] >= '0' && text[place] <= '9') {
        process = process * 10 + text[place] - '0';
        continue;
      }
      if (process > 0) sum += body(process);
      process = 0;
    }
  }
  close(file);
  return sum;
}

static int kill_group(pid_t process) {
  if (aplus_guardian_has_ended(process)) return 0;
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
  return 1;
}

static void pause_a_moment(void) {
  struct timespec moment = {0, 1000000};
  nanosleep(&moment, 0);
}

void aplus_guardian_kill(int32_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
  // A stopped guardian reaps nothing, so no number is given to another process meanwhile. It adopts the children of what
  // is killed.
  for (int pass = 0; pass < 2000 && sum_over_children(path, kill_group) > 0; pass++) pause_a_moment();
  kill(process, SIGKILL);
}

void aplus_guardian_reap(int32_t process) { waitpid(process, 0, WNOHANG); }

void aplus_guardian_finish(int32_t connection, int32_t process) {
  shutdown(connection, SHUT_RDWR);
  // Far more than it needs, unless the kernel does not release a process: the guardian then goes on alone.
  int stops = 0;
  for (int pass = 0; pass < 5000 && !aplus_guardian_has_ended(process); pass++) {
    if (aplus_guardian_wake(process) && ++stops == 1000) aplus_guardian_kill(process);
    pause_a_moment();
  }
  aplus_guardian_reap(process);
}

// MARK: The guardian; everything below is safe in a signal handler

// As many programs as a run can have at a time, and more.
static struct program {
  int32_t number;
  pid_t process;
  bool hasEnded, isToBeReaped;
} programs[4096];
static int programCount;
static int runner;
// Whether a report could not be sent to the runner.
static bool isCutOff;
static sigset_t whileWaiting;

static void send_report(int32_t news, int32_t number, int32_t value) {
  struct aplus_report report = {news, number, value};
  if (!send_all(runner, &report, sizeof report)) isCutOff = true;
}

static int place_of(pid_t process) {
  for (int place = 0; place < programCount; place++) {
    if (programs[place].process == process) return place;
  }
  return -1;
}

static int32_t status_of(const siginfo_t *end) {
  return end->si_code == CLD_EXITED ? (end->si_status & 0xFF) << 8 : end->si_status & 0x7F;
}

// Reports the programs that have ended, and reaps those that the runner asked to end, and orphans.
static void look_for_ends(void) {
  for (int place = 0; place < programCount; place++) {
    struct program *program = &programs[place];
    siginfo_t end = {0};
    if (!program->hasEnded) {
      int outcome = waitid(P_PID, (id_t)program->process, &end, WEXITED | WNOHANG | WNOWAIT);
      if (outcome || end.si_pid != program->process) continue;
      program->hasEnded = true;
      send_report(aplus_news_ended, program->number, status_of(&end));
    }
    if (!program->isToBeReaped) continue;
    waitpid(program->process, 0, WNOHANG);
    programs[place--] = programs[--programCount];
  }
  for (;;) {
    siginfo_t end = {0};
    if (waitid(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) || !end.si_pid) return;
    // It hides other ended children until the runner ends it.
    if (place_of(end.si_pid) >= 0) return;
    waitpid(end.si_pid, 0, WNOHANG);
  }
}

static int kill_orphan(pid_t process) {
  if (place_of(process) >= 0) return 0;
  kill(process, SIGKILL);
  return 1;
}

// Kills the children that the guardian did not start: what programs left behind. Returns their number.
static int end_orphans(void) { return sum_over_children("/proc/thread-self/children", kill_orphan); }

static void wait_a_moment(void) {
  struct timespec moment = {0, 5000000};
  pselect(0, 0, 0, 0, &moment, &whileWaiting);
}

static void end_all_orphans(void) {
  // The children of a killed process become the guardian's when it is gone.
  for (int pass = 0; pass < 200 && end_orphans() > 0; pass++) {
    wait_a_moment();
    look_for_ends();
  }
}

// It gives up on a process that the kernel does not release.
static void end_everything(void) {
  for (int pass = 0; pass < 2000; pass++) {
    for (int place = 0; place < programCount; place++) {
      kill(-programs[place].process, SIGKILL);
      programs[place].isToBeReaped = true;
    }
    end_orphans();
    look_for_ends();
    siginfo_t end = {0};
    if (waitid(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) && errno == ECHILD) return;
    wait_a_moment();
  }
}

// In the child: becomes the program, or reports why it cannot.
static void become(char **words, struct aplus_request request, char **vectors, const int *files, int problem) {
  char *directory = words[0], *program = words[1];
  char **arguments = vectors, **variables = vectors + request.arguments + 1;
  for (int place = 0; place < request.arguments; place++) arguments[place] = words[2 + place];
  for (int place = 0; place < request.variables; place++) {
    variables[place] = words[2 + request.arguments + place];
  }
  arguments[request.arguments] = variables[request.variables] = 0;
  pid_t guardian = getppid();
  // It stays in the guardian's session, which has no terminal. As a group leader, it cannot start a session
  // to get one.
  setpgid(0, 0);
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  bool isReady = !request.isConfined || aplus_confine(files);
#ifdef __linux__
  // After a change of the user, which would withdraw it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guardian) _exit(127);
#endif
  (void)guardian;
  isReady = isReady && dup2(files[0], 0) == 0 && dup2(files[1], 1) == 1 && dup2(files[2], 2) == 2
    && (!*directory || chdir(directory) == 0);
  if (isReady) execve(program, arguments, variables);
  int error = errno;
  send_all(problem, &error, sizeof error);
  _exit(127);
}

// Starts a program; returns the error number, or 0.
static int start(struct aplus_request request, char *strings, char **pointers, const int *files) {
  int words = 2 + request.arguments + request.variables;
  char *next = strings, *end = strings + request.size;
  for (int place = 0; place < words; place++) {
    if (next >= end) return EINVAL;
    pointers[place] = next;
    next += strlen(next) + 1;
  }
  if (programCount == sizeof programs / sizeof *programs) return EAGAIN;
  int problem[2];
  if (pipe(problem)) return errno;
  fcntl(problem[0], F_SETFD, FD_CLOEXEC);
  fcntl(problem[1], F_SETFD, FD_CLOEXEC);
  pid_t process = fork();
  int error = process < 0 ? errno : 0;
  if (process == 0) become(pointers, request, pointers + words, files, problem[1]);
  close(problem[1]);
  int failure;
  if (!error && receive_all(problem[0], &failure, sizeof failure)) {
    error = failure;
    waitpid(process, 0, 0);
  }
  close(problem[0]);
  if (error) return error;
  programs[programCount++] = (struct program){request.number, process, false, false};
  send_report(aplus_news_started, request.number, process);
  return 0;
}

static void start_and_report(struct aplus_request request, const int *files) {
  size_t words = 2 + (size_t)request.arguments + (size_t)request.variables;
  size_t size = (size_t)request.size + 1 + sizeof(char *) * (2 * words + 3);
  char *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  // Without memory no report can be sent; the runner notices the end of the guardian.
  if (memory == MAP_FAILED) _exit(1);
  int error = files[2] < 0 ? EMFILE : 0;
  char *strings = memory + sizeof(char *) * (2 * words + 3);
  // A request that ends too early shows that the runner is gone; so will the next read.
  if (!receive_all(runner, strings, (size_t)request.size)) return;
  if (!error) error = start(request, strings, (char **)memory, files);
  if (error) send_report(aplus_news_failed, request.number, error);
  munmap(memory, size);
}

// Reads a request and serves it; false once the runner has ended.
static bool serve(void) {
  struct aplus_request request = {0};
  int files[3] = {-1, -1, -1};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(3 * sizeof(int))];
  } control = {0};
  struct iovec bytes = {&request, sizeof request};
  struct msghdr message = {
    .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
  ssize_t count = recvmsg(runner, &message, 0);
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) return false;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS) {
    // Where too few descriptors are free, only the first of the files arrive.
    size_t size = header->cmsg_len - CMSG_LEN(0);
    memcpy(files, CMSG_DATA(header), size < sizeof files ? size : sizeof files);
    for (int place = 0; place < 3; place++) {
      if (files[place] >= 0) fcntl(files[place], F_SETFD, FD_CLOEXEC);
    }
  }
  if (!receive_all(runner, (char *)&request + count, sizeof request - (size_t)count)) return false;
  switch (request.wish) {
  case aplus_wish_start:
    start_and_report(request, files);
    break;
  case aplus_wish_end:
    for (int place = 0; place < programCount; place++) {
      if (programs[place].number != request.number) continue;
      kill(-programs[place].process, SIGKILL);
      programs[place].isToBeReaped = true;
    }
    break;
  case aplus_wish_orphans:
    look_for_ends();
    end_all_orphans();
    break;
  }
  for (int place = 0; place < 3; place++) {
    if (files[place] >= 0) close(files[place]);
  }
  return true;
}

static void nothing(int number) { (void)number; }

// Closes all descriptors but the connection, which becomes the lowest, as select() takes only low ones.
static void keep_only(int connection) {
  runner = 3;
  dup2(connection, runner);
  fcntl(runner, F_SETFD, FD_CLOEXEC);
  bool isClosed = false;
#ifdef SYS_close_range
  isClosed = !syscall(SYS_close_range, runner + 1, ~0U, 0);
#endif
  for (int file = runner + 1; !isClosed && file < 4096; file++) close(file);
  int null = open("/dev/null", O_RDWR);
  for (int file = 0; file < 3; file++) {
    if (null >= 0 && null != file) dup2(null, file);
  }
  if (null > 2) close(null);
}

static void guard(int connection) {
  setsid();
#ifdef __linux__
  prctl(PR_SET_NAME, "aplus-guardian");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_DUMPABLE, 0);
#endif
  struct sigaction action = {.sa_handler = nothing};
  sigaction(SIGCHLD, &action, 0);
  keep_only(connection);
  for (;;) {
    look_for_ends();
    if (isCutOff) break;
    fd_set files;
    FD_ZERO(&files);
    FD_SET(runner, &files);
    int ready = pselect(runner + 1, &files, 0, 0, 0, &whileWaiting);
    if (ready > 0 && !serve()) break;
    if (ready < 0 && errno != EINTR) break;
  }
  end_everything();
  _exit(0);
}

int32_t aplus_guardian_start(int32_t *started) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  // The child must not see a signal before it has chosen what to do.
  sigset_t all, before;
  sigfillset(&all);
  whileWaiting = all;
  sigdelset(&whileWaiting, SIGCHLD);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork();
  if (process == 0) guard(ends[1]);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, 0);
  close(ends[1]);
  *started = guardian = process;
  if (process < 0) {
    close(ends[0]);
    errno = error;
    return -1;
  }
  return ends[0];
}
