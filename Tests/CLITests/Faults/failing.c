// Preloaded into the command: lets one call of one function of the system fail, once.
//
//     FAIL=write:3:28  // the third write() fails with ENOSPC

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int calls;

static int fails(const char *name) {
  const char *wish = getenv("FAIL");
  size_t length = strlen(name);
  if (!wish || strncmp(wish, name, length) || wish[length] != ':') return 0;
  char *rest;
  long number = strtol(wish + length + 1, &rest, 10);
  if (atomic_fetch_add(&calls, 1) + 1 != number) return 0;
  // Shows the test that the call came. The system is asked directly, as open() may be what is to fail.
  const char *witness = getenv("WITNESS");
  if (witness) syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, witness, O_CREAT | O_WRONLY, 0644));
  errno = atoi(rest + 1);
  return 1;
}

#define FAILING(type, name, parameters, arguments)                                \
  type name parameters {                                                         \
    static type(*real) parameters;                                               \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                        \
    return fails(#name) ? (type)-1 : real arguments;                             \
  }

FAILING(ssize_t, read, (int f, void *b, size_t n), (f, b, n))
FAILING(int, close, (int f), (f))
FAILING(int, pipe, (int f[2]), (f))
FAILING(pid_t, fork, (void), ())
FAILING(int, socketpair, (int d, int t, int p, int f[2]), (d, t, p, f))
FAILING(ssize_t, sendmsg, (int f, const struct msghdr *m, int o), (f, m, o))
FAILING(ssize_t, recvmsg, (int f, struct msghdr *m, int o), (f, m, o))
FAILING(int, renameat, (int a, const char *b, int c, const char *d), (a, b, c, d))
FAILING(int, flock, (int f, int o), (f, o))
FAILING(int, unlinkat, (int f, const char *p, int o), (f, p, o))

ssize_t write(int file, const void *bytes, size_t size) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "write");
  // Eight bytes go to the counters by which Dispatch wakes its threads.
  return size != 8 && fails("write") ? -1 : real(file, bytes, size);
}

int openat(int folder, const char *path, int flags, ...) {
  static int (*real)(int, const char *, int, ...);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "openat");
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return fails("openat") ? -1 : real(folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "open");
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return fails("open") ? -1 : real(path, flags, mode);
}
