#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "aplus_crash.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "aplus_stdio.h"

// Sanitizers have handlers of their own, which say more.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define APLUS_SANITIZED 1
#endif
#endif

enum { depth = 64, modules = 16, room = 32 << 10, alternate = 64 << 10, near = 64 << 10 };

static const int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};

static int32_t output;
static int64_t run;
static const void *entry;
static char adapter[512];
static char program[PATH_MAX];
static char folder[PATH_MAX];
static const void *program_base;
static atomic_flag has_crashed = ATOMIC_FLAG_INIT;
static _Thread_local int32_t stack_number = -1;

static char text[room];
static size_t used;

static void add(const char *piece) {
  for (; *piece && used < room - 64; ++piece) {
    unsigned char byte = (unsigned char)*piece;
    if (byte >= 0x20) text[used++] = (char)byte;
  }
}

// Part of a JSON string.
static void add_escaped(const char *piece) {
  char one[2] = {0};
  for (; *piece; ++piece) {
    if (*piece == '"' || *piece == '\\') add("\\");
    one[0] = *piece;
    add(one);
  }
}

static void add_text(const char *piece) {
  add("\"");
  add_escaped(piece);
  add("\"");
}

// The path of a module; one that was opened by a relative path is relative to the host's folder.
static void add_path(const char *path) {
  add("\"");
  if (*path != '/' && *folder) {
    add_escaped(folder);
    add("/");
  }
  add_escaped(path);
  add("\"");
}

static void add_number(uint64_t number) {
  char digits[24] = {0};
  size_t place = sizeof digits - 1;
  do digits[--place] = (char)('0' + number % 10); while (number /= 10);
  add(digits + place);
}

struct places {
  const void *bases[modules];
  const char *names[modules];
  size_t count;
};

// Adds an address as the number of its module and the offset in that.
static bool add_address(struct places *places, const void *address, bool isFirst) {
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) return false;
  size_t index = 0;
  while (index < places->count && places->bases[index] != info.dli_fbase) ++index;
  if (index == modules) return false;
  if (index == places->count) {
    places->bases[index] = info.dli_fbase;
    places->names[index] = info.dli_fbase == program_base ? program : info.dli_fname;
    ++places->count;
  }
  add(isFirst ? "[" : ",[");
  add_number(index);
  add(",");
  add_number((uint64_t)((const char *)address - (const char *)info.dli_fbase));
  add("]");
  return true;
}

static const void *fault(void *context) {
#if defined(__linux__) && defined(__x86_64__)
  return (const void *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__linux__) && defined(__aarch64__)
  return (const void *)((ucontext_t *)context)->uc_mcontext.pc;
#else
  return 0;
#endif
}

static const char *stack_pointer(void *context) {
#if defined(__linux__) && defined(__x86_64__)
  return (const char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
#elif defined(__linux__) && defined(__aarch64__)
  return (const char *)((ucontext_t *)context)->uc_mcontext.sp;
#else
  return 0;
#endif
}

// Whether the stack is used up: an access to it failed, near its end.
static bool is_exhausted(const siginfo_t *info, void *context) {
  const char *pointer = stack_pointer(context);
  if (!pointer || (info->si_signo != SIGSEGV && info->si_signo != SIGBUS)) return false;
  ptrdiff_t distance = (const char *)info->si_addr - pointer;
  return distance > -near && distance < near;
}

static void report(const siginfo_t *info, void *context) {
  void *frames[depth];
  int count = backtrace(frames, depth);
  // The first two are this handler and what the system put under it.
  int first = count < 2 ? count : 2;
  for (int index = 0; index < count; ++index)
    if (frames[index] == fault(context)) first = index;
  add("{\"run\":");
  add_number((uint64_t)run);
  add(",\"crash\":{\"frames\":[");
  struct places places = {.count = 0};
  bool isFirst = true;
  for (int index = first; index < count; ++index) {
    // A return address may be the first one of the next function.
    const char *address = (const char *)frames[index] - (index > first);
    if (add_address(&places, address, isFirst)) isFirst = false;
  }
  add("]");
  if (is_exhausted(info, context)) add(",\"exhausted\":true");
  if (stack_number >= 0) {
    add(",\"s\":");
    add_number((uint64_t)stack_number);
  }
  if (*adapter) {
    add(",\"adapter\":");
    add_text(adapter);
  }
  if (entry) {
    add(",\"entry\":");
    if (!add_address(&places, entry, true)) add("null");
  }
  add(",\"modules\":[");
  for (size_t index = 0; index < places.count; ++index) {
    if (index) add(",");
    add_path(places.names[index]);
  }
  add("]}}");
  text[used++] = '\n';
  aplus_stdio_write(output, (const uint8_t *)text, used);
}

static void on_crash(int number, siginfo_t *info, void *context) {
  // Another thread is writing: it ends the process.
  while (atomic_flag_test_and_set(&has_crashed)) pause();
  // A signal from another process says nothing about this stack.
  bool isForeign = info->si_code == SI_USER && info->si_pid != getpid();
  if (!isForeign) report(info, context);
  signal(number, SIG_DFL);
  raise(number);
}

void aplus_crash_report(int32_t file, int64_t number, const char *type, const void *function) {
  output = file;
  run = number;
  entry = function;
  if (type) strncpy(adapter, type, sizeof adapter - 1);
  Dl_info info;
  if (dladdr((const void *)aplus_crash_report, &info)) program_base = info.dli_fbase;
  if (!getcwd(folder, sizeof folder)) *folder = 0;
#ifdef __linux__
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length > 0) program[length] = 0;
#else
  if (info.dli_fname) strncpy(program, info.dli_fname, sizeof program - 1);
#endif
  // The first call loads what the later ones need, which a handler may not do.
  void *frames[1];
  backtrace(frames, 1);
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = on_crash;
  sigfillset(&action.sa_mask);
#ifndef APLUS_SANITIZED
  for (size_t index = 0; index < sizeof caught / sizeof *caught; ++index)
    sigaction(caught[index], &action, 0);
#endif
}

void aplus_crash_thread(int32_t stack) {
#ifndef APLUS_SANITIZED
  if (stack_number < 0) {
    // It lives as long as the process, which ends with the run.
    stack_t place = {.ss_sp = malloc(alternate), .ss_size = alternate};
    if (place.ss_sp) sigaltstack(&place, 0);
  }
#endif
  stack_number = stack;
}
