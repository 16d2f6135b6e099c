// A promise that conforms, and whose thread computes before it calls each handler: for as many milliseconds of
// processor time as APLUS_COMPUTE says, or for ever if that is negative. Where APLUS_WAIT names one of `waits`, it waits
// for what never comes before the handlers of a promise that is settled with four, which no smoke program does.
#define _POSIX_C_SOURCE 200809L

#include "aplus_adapter.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum state { pending, fulfilled, rejected };

struct reaction {
  struct reaction *next;
  aplus_promise *promise;
  aplus_promise *derived;
  aplus_handler handlers[2];
  void *context;
  aplus_drop drop;
};

struct aplus_promise {
  _Atomic int owners;
  enum state state;
  aplus_token token;
  struct reaction *reactions;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_jobs = PTHREAD_COND_INITIALIZER;
static struct reaction *first, **last = &first;
static double milliseconds;

static double processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void mylib_compute(void) {
  const double start = processor_time();
  while (milliseconds < 0 || processor_time() - start < milliseconds) {}
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int ends[2];

static void wait_for_lock(void) { pthread_mutex_lock(&held); }

static void wait_for_condition(void) {
  pthread_mutex_lock(&lock);
  while (1) pthread_cond_wait(&never, &lock);
}

static void wait_for_input(void) {
  char byte;
  if (read(ends[0], &byte, 1)) abort();
}

static void wait_for_event(void) { poll(&(struct pollfd){ends[0], POLLIN, 0}, 1, -1); }

// The child ends with its parent, whose end of the pipe it waits for.
static void wait_for_child(void) {
  const pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    wait_for_event();
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

static void wait_for_time(void) { nanosleep(&(struct timespec){1000, 0}, NULL); }

static const struct {
  const char *name;
  void (*wait)(void);
} waits[] = {
  {"lock", wait_for_lock},   {"condition", wait_for_condition}, {"input", wait_for_input},
  {"event", wait_for_event}, {"child", wait_for_child},         {"time", wait_for_time},
};

static void (*mylib_wait)(void);
static _Atomic int is_waiting;

static void *hold(void *context) {
  pthread_mutex_lock(&held);
  wait_for_event();
  return context;
}

static void retain(aplus_promise *promise) { atomic_fetch_add(&promise->owners, 1); }

static void finish(struct reaction *reaction);

static void release(aplus_promise *promise) {
  if (atomic_fetch_sub(&promise->owners, 1) > 1) return;
  for (struct reaction *next; promise->reactions; promise->reactions = next) {
    next = promise->reactions->next;
    promise->reactions->promise = NULL;
    finish(promise->reactions);
  }
  free(promise);
}

// Lets go of everything that a reaction holds.
static void finish(struct reaction *reaction) {
  reaction->drop(reaction->context);
  if (reaction->promise) release(reaction->promise);
  release(reaction->derived);
  free(reaction);
}

static aplus_promise *make(void) {
  aplus_promise *promise = calloc(1, sizeof *promise);
  promise->owners = 1;
  return promise;
}

// Queues a reaction whose promise is settled; the lock is held.
static void queue(struct reaction *reaction, aplus_promise *promise) {
  retain(promise);
  reaction->promise = promise;
  reaction->next = NULL;
  *last = reaction;
  last = &reaction->next;
  pthread_cond_signal(&has_jobs);
}

static int32_t settle(aplus_promise *promise, enum state state, aplus_token token) {
  pthread_mutex_lock(&lock);
  const int32_t is_first = promise->state == pending;
  if (is_first) {
    promise->state = state;
    promise->token = token;
    struct reaction *reaction = promise->reactions;
    promise->reactions = NULL;
    int count = 0;
    for (struct reaction *next; reaction; reaction = next, count++) {
      next = reaction->next;
      queue(reaction, promise);
    }
    if (mylib_wait && count == 4) is_waiting = 1;
  }
  pthread_mutex_unlock(&lock);
  return is_first;
}

static int32_t fulfill(aplus_promise *promise, aplus_token token) { return settle(promise, fulfilled, token); }

static int32_t reject(aplus_promise *promise, aplus_token token) { return settle(promise, rejected, token); }

static void react(struct reaction *reaction);

static void *work(void *context) {
  (void)context;
  while (1) {
    pthread_mutex_lock(&lock);
    while (!first) pthread_cond_wait(&has_jobs, &lock);
    struct reaction *reaction = first;
    first = reaction->next;
    if (!first) last = &first;
    pthread_mutex_unlock(&lock);
    react(reaction);
  }
  return NULL;
}

static void add(aplus_promise *promise, struct reaction *reaction) {
  pthread_mutex_lock(&lock);
  if (promise->state == pending) {
    struct reaction **end = &promise->reactions;
    while (*end) end = &(*end)->next;
    *end = reaction;
  } else {
    queue(reaction, promise);
  }
  pthread_mutex_unlock(&lock);
}

static aplus_promise *then(
    aplus_promise *promise, aplus_handler on_fulfilled, aplus_handler on_rejected, void *context, aplus_drop drop) {
  struct reaction *reaction = calloc(1, sizeof *reaction);
  reaction->derived = make();
  reaction->handlers[0] = on_fulfilled;
  reaction->handlers[1] = on_rejected;
  reaction->context = context;
  reaction->drop = drop;
  // The caller owns it, and so does the reaction.
  retain(reaction->derived);
  aplus_promise *derived = reaction->derived;
  add(promise, reaction);
  return derived;
}

static void drop_nothing(void *context) { (void)context; }

static void react(struct reaction *reaction) {
  const int is_rejected = reaction->promise->state == rejected;
  const aplus_token token = reaction->promise->token;
  aplus_handler handler = reaction->handlers[is_rejected];
  if (!handler) {
    settle(reaction->derived, is_rejected ? rejected : fulfilled, token);
  } else {
    mylib_compute();
    if (is_waiting) mylib_wait();
    const aplus_ending ending = handler(reaction->context, token);
    if (ending.kind != APLUS_RETURNED_PROMISE) {
      settle(reaction->derived, ending.kind == APLUS_THREW ? rejected : fulfilled, ending.token);
    } else if (ending.promise == reaction->derived) {
      settle(reaction->derived, rejected, APLUS_ERROR_SELF_RESOLUTION);
      release(ending.promise);
    } else {
      struct reaction *following = calloc(1, sizeof *following);
      following->derived = reaction->derived;
      retain(following->derived);
      following->drop = drop_nothing;
      add(ending.promise, following);
      release(ending.promise);
    }
  }
  finish(reaction);
}

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) {
  static aplus_adapter_v1 table = {
    .abi = APLUS_ABI,
    .size = sizeof table,
    .name = "computing-c",
    .library = "a promise that computes before each handler",
    .version = "",
    .capabilities = "",
    .make = make,
    .fulfill = fulfill,
    .reject = reject,
    .then = then,
    .retain = retain,
    .release = release,
  };
  const char *text = getenv("APLUS_COMPUTE");
  milliseconds = text ? strtod(text, NULL) : 0;
  const char *name = getenv("APLUS_WAIT");
  for (size_t index = 0; name && index < sizeof waits / sizeof *waits; index++) {
    if (!strcmp(waits[index].name, name)) mylib_wait = waits[index].wait;
  }
  pthread_t thread;
  if (mylib_wait && pipe(ends)) abort();
  if (mylib_wait == wait_for_lock) pthread_create(&thread, NULL, hold, NULL);
  pthread_create(&thread, NULL, work, NULL);
  return &table;
}
