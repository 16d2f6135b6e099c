// A promise that conforms, and whose thread computes before it calls each handler: for as many milliseconds of
// processor time as APLUS_COMPUTE says, or for ever if that is negative.
#define _POSIX_C_SOURCE 200809L

#include "aplus_adapter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

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
    for (struct reaction *next; reaction; reaction = next) {
      next = reaction->next;
      queue(reaction, promise);
    }
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
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  return &table;
}
