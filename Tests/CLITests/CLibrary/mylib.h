// A small promise in C for one thread: what the template of an adapter in C calls.
#include <stdint.h>
#include <stdlib.h>

typedef struct mylib_promise mylib_promise;
typedef void (*mylib_handler)(void *data, int is_fulfilled, uint64_t token, mylib_promise *derived);
typedef struct reaction {
  mylib_handler run;
  void (*done)(void *data);
  void *data;
  mylib_promise *subject, *derived;
  struct reaction *next;
} reaction;
typedef struct list { reaction *first, *last; } list;
struct mylib_promise { int owners, state; uint64_t token; list reactions; };

static list jobs;

static void add(list *to, reaction *one) {
  one->next = NULL;
  if (to->last) to->last->next = one; else to->first = one;
  to->last = one;
}
static reaction *take(list *from) {
  reaction *one = from->first;
  if (one && !(from->first = one->next)) from->last = NULL;
  return one;
}
static mylib_promise *mylib_new(void) {
  mylib_promise *made = calloc(1, sizeof *made);
  made->owners = 1;
  return made;
}
static void end(reaction *one);
static void mylib_release(mylib_promise *promise) {
  if (--promise->owners > 0) return;
  for (reaction *one; (one = take(&promise->reactions));) end(one);
  free(promise);
}
static void end(reaction *one) {
  if (one->done) one->done(one->data);
  mylib_release(one->derived);
  free(one);
}
static void enqueue(mylib_promise *subject, reaction *one) {
  subject->owners += 1;
  one->subject = subject;
  add(&jobs, one);
}
static int settle(mylib_promise *promise, int state, uint64_t token) {
  if (promise->state) return 0;
  promise->state = state;
  promise->token = token;
  for (reaction *one; (one = take(&promise->reactions));) enqueue(promise, one);
  return 1;
}
static int mylib_fulfill(mylib_promise *promise, uint64_t token) { return settle(promise, 1, token); }
static int mylib_reject(mylib_promise *promise, uint64_t token) { return settle(promise, 2, token); }
static void registered(mylib_promise *subject, mylib_handler run, void (*done)(void *), void *data, mylib_promise *derived) {
  reaction *one = calloc(1, sizeof *one);
  *one = (reaction){run, done, data, NULL, derived, NULL};
  derived->owners += 1;
  if (subject->state) enqueue(subject, one); else add(&subject->reactions, one);
}
static mylib_promise *mylib_then(mylib_promise *subject, mylib_handler run, void (*done)(void *), void *data) {
  mylib_promise *derived = mylib_new();
  registered(subject, run, done, data, derived);
  return derived;
}
static void copy(void *data, int is_fulfilled, uint64_t token, mylib_promise *derived) {
  (void)data;
  settle(derived, is_fulfilled ? 1 : 2, token);
}
// A promise that follows itself is rejected with the token that the C door has for that.
static void mylib_follow(mylib_promise *promise, mylib_promise *other) {
  if (promise == other) mylib_reject(promise, 0xFFFFFFFFFFFFFFFEull);
  else registered(other, copy, NULL, NULL, promise);
}
static uint64_t mylib_run(void) {
  uint64_t count = 0;
  for (reaction *one; (one = take(&jobs)); ++count) {
    mylib_promise *subject = one->subject;
    one->run(one->data, subject->state == 1, subject->token, one->derived);
    end(one);
    mylib_release(subject);
  }
  return count;
}
