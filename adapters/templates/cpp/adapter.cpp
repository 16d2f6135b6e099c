// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for cpp.
#include <atomic>
#include "aplus_adapter.h"
// FILL IN: load your library
#include "promise.hpp"

// FILL IN: your promise, with 64-bit values
using Promise = pool::Promise<aplus_token>;
struct Reason { aplus_token token; };
struct aplus_promise { Promise promise; std::atomic<int> owners{1}; };

static aplus_promise *own(Promise promise) { return new aplus_promise{std::move(promise)}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static aplus_promise *make() { return own(Promise()); }
// FILL IN: fulfill a promise
static int32_t fulfill(aplus_promise *p, aplus_token value) { return p->promise.fulfill(value); }
static int32_t reject(aplus_promise *p, aplus_token reason) {
  // FILL IN: reject it
  return p->promise.reject(std::make_exception_ptr(Reason{reason}));
}
static aplus_token token(const std::exception_ptr &error) {
  try { std::rethrow_exception(error); }
  catch (const Reason &reason) { return reason.token; }
  // FILL IN: recognize your library's own errors
  catch (const pool::SelfResolution &) { return APLUS_ERROR_SELF_RESOLUTION; }
  catch (...) { return APLUS_ERROR; }
}
// FILL IN: convert the ending of a handler to a result of your library
static Promise::Result result(aplus_ending ending) {
  if (ending.kind == APLUS_THREW) throw Reason{ending.token};
  if (ending.kind == APLUS_RETURNED) return ending.token;
  return std::unique_ptr<aplus_promise, decltype(&release)>(ending.promise, release)->promise;
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  std::shared_ptr<void> kept(context, drop);
  // FILL IN: the call that registers two handlers, either of which may be absent; register all handlers the same way
  return own(p->promise.then(
      ok ? [=](aplus_token value) { return result(ok(kept.get(), value)); } : Promise::OnFulfilled(),
      bad ? [=](std::exception_ptr error) { return result(bad(kept.get(), token(error))); } : Promise::OnRejected()));
}
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  // FILL IN: the names, the version and the capabilities of your library
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "mylib", "mylib", "", "threads parallel",
      make, fulfill, reject, then, retain, release, nullptr, nullptr, nullptr, nullptr, nullptr};
  return &table;
}
