// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for C.
#include <stdlib.h>
#include "aplus_adapter.h"
// FILL IN: load your library
#include "mylib.h"

struct aplus_promise { mylib_promise *promise; int owners; };
struct handlers { aplus_handler ok, bad; void *context; aplus_drop drop; };

static aplus_promise *own(mylib_promise *promise) {
  aplus_promise *made = malloc(sizeof *made);
  *made = (aplus_promise){promise, 1};
  return made;
}
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) {
  // FILL IN: release a promise
  if (--p->owners == 0) { mylib_release(p->promise); free(p); }
}
// FILL IN: make a pending promise
static aplus_promise *make(void) { return own(mylib_new()); }
// FILL IN: fulfill and reject it
static int32_t fulfill(aplus_promise *p, aplus_token value) { return mylib_fulfill(p->promise, value); }
static int32_t reject(aplus_promise *p, aplus_token reason) { return mylib_reject(p->promise, reason); }

// FILL IN: call a handler, and settle the derived promise as the handler's ending says
static void run(void *data, int is_fulfilled, uint64_t token, mylib_promise *derived) {
  struct handlers *handlers = data;
  aplus_handler handler = is_fulfilled ? handlers->ok : handlers->bad;
  aplus_ending ending = {is_fulfilled ? APLUS_RETURNED : APLUS_THREW, token, NULL};
  if (handler) ending = handler(handlers->context, token);
  if (ending.kind == APLUS_RETURNED) mylib_fulfill(derived, ending.token);
  else if (ending.kind == APLUS_THREW) mylib_reject(derived, ending.token);
  else { mylib_follow(derived, ending.promise->promise); release(ending.promise); }
}
static void done(void *data) {
  struct handlers *handlers = data;
  handlers->drop(handlers->context);
  free(handlers);
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  struct handlers *handlers = malloc(sizeof *handlers);
  *handlers = (struct handlers){ok, bad, context, drop};
  // FILL IN: the call that registers handlers; register all handlers the same way
  return own(mylib_then(p->promise, run, done, handlers));
}
// FILL IN: run your library's queue, and return how many handlers ran; null below if it has no queue
static uint64_t drain(void) { return mylib_run(); }

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) {
  // FILL IN: the names, the version and the capabilities of your library
  static const aplus_adapter_v1 table = {APLUS_ABI, sizeof table, "mylib", "mylib", "", "",
      make, fulfill, reject, then, retain, release, NULL, NULL, NULL, NULL, drain, NULL, NULL, NULL, NULL, NULL};
  return &table;
}
