// The adapter of your functions with completion handlers, for aplus-check. Complete each place marked FILL IN, then
// remove its comment. The page of the kit for C describes the kinds of calls.
#include <pthread.h>
#include "aplus_adapter.h"
// FILL IN: load your library, here threads

// FILL IN: what your library calls, each with the completion handler as its context
static void *succeed(void *done) { return aplus_succeed(done, APLUS_OWN_VALUE), (void *)0; }
static void *fail(void *done) { return aplus_fail(done, APLUS_ERROR), (void *)0; }

static aplus_call *start(const aplus_request *request, const aplus_completion *done, aplus_context *on) {
  pthread_t thread;
  // FILL IN: start a call of the kind; what is returned is what finish and cancel_call get
  pthread_create(&thread, 0, aplus_is(request, "value") ? succeed : fail, (void *)done);
  pthread_detach(thread);
  return (void)on, (aplus_call *)0;
}

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) {
  static const aplus_adapter_v1 table = {
      .abi = APLUS_ABI, .size = sizeof table, .name = "mylib", .library = "mylib", .version = "",
      // FILL IN: the kinds of calls that your library has, and what it promises, such as timing:later or timing:at-once
      .capabilities = "calls:value,error timing:later threads",
      .start = start};
  return &table;
}
