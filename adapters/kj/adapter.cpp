// Promises of KJ, the base of Cap'n Proto. A promise can be used once, so each is forked here, and a handler gets a
// branch. Reasons are kj::Exception, with the token in the description. The promise that `then` returns owns its
// handlers: dropping it cancels them.
#include <capnp/common.h>
#include <kj/async.h>
#include <cstdlib>
#include <memory>

#include "../kits/c/aplus_adapter.h"

using Promise = kj::Promise<aplus_token>;
struct aplus_promise {
  kj::ForkedPromise<aplus_token> promise;
  kj::Own<kj::PromiseFulfiller<Promise>> fulfiller;
  int owners = 1;
};

// Binds the event loop to the calling thread, from the outermost call on its stack until that returns.
struct Loop {
  static kj::EventLoop &shared() { static kj::EventLoop &loop = *new kj::EventLoop(); return loop; }
  static inline int depth = 0;
  kj::Maybe<kj::Own<kj::WaitScope>> scope;
  Loop() { if (depth++ == 0) scope = kj::heap<kj::WaitScope>(shared()); }
  ~Loop() { depth--; }
};

static const char PREFIX[] = "token ";
static kj::Exception exception(aplus_token reason) {
  return kj::Exception(kj::Exception::Type::FAILED, __FILE__, __LINE__, kj::str(PREFIX, reason));
}
static aplus_token token(const kj::Exception &error) {
  const auto text = error.getDescription();
  return text.startsWith(PREFIX) ? std::strtoull(text.begin() + sizeof PREFIX - 1, nullptr, 10) : APLUS_ERROR;
}
static aplus_promise *own(Promise promise, kj::Own<kj::PromiseFulfiller<Promise>> fulfiller = {}) {
  return new aplus_promise{promise.fork(), kj::mv(fulfiller)};
}
static void retain(aplus_promise *p) { p->owners++; }
static void release(aplus_promise *p) { Loop loop; if (--p->owners == 0) delete p; }
static aplus_promise *make() {
  Loop loop;
  auto pair = kj::newPromiseAndFulfiller<Promise>();
  return own(kj::mv(pair.promise), kj::mv(pair.fulfiller));
}
static int32_t fulfill(aplus_promise *p, aplus_token value) { Loop loop; p->fulfiller->fulfill(value); return 0; }
static int32_t reject(aplus_promise *p, aplus_token reason) { Loop loop; p->fulfiller->reject(exception(reason)); return 0; }
static void resolve(aplus_promise *p, aplus_promise *other) { Loop loop; p->fulfiller->fulfill(other->promise.addBranch()); }
static void abandon(aplus_promise *p) { Loop loop; p->fulfiller = nullptr; }
static aplus_promise *make_fulfilled(aplus_token value) { Loop loop; return own(value); }
static aplus_promise *make_rejected(aplus_token reason) { Loop loop; return own(exception(reason)); }
static Promise result(aplus_ending ending) {
  if (ending.kind == APLUS_THREW) kj::throwFatalException(exception(ending.token));
  if (ending.kind == APLUS_RETURNED) return ending.token;
  return std::unique_ptr<aplus_promise, decltype(&release)>(ending.promise, release)->promise.addBranch();
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  Loop loop;
  std::shared_ptr<void> kept(context, drop);
  auto fulfilled = [=](aplus_token value) -> Promise { return ok ? result(ok(kept.get(), value)) : Promise(value); };
  if (!bad) return own(p->promise.addBranch().then(kj::mv(fulfilled)));
  return own(p->promise.addBranch().then(
      kj::mv(fulfilled), [=](kj::Exception &&error) -> Promise { return result(bad(kept.get(), token(error))); }));
}
static uint64_t drain() {
  Loop loop;
  if (!Loop::shared().isRunnable()) return 0;
  Loop::shared().run();
  return 1;
}
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
#define TEXT(x) #x
#define VERSION(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "kj", "kj::Promise",
      VERSION(CAPNP_VERSION_MAJOR, CAPNP_VERSION_MINOR, CAPNP_VERSION_MICRO), "collect abandon broken-promise",
      make, fulfill, reject, then, retain, release, resolve, make_fulfilled, make_rejected, nullptr, drain,
      nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
      nullptr, nullptr, abandon};
  return &table;
}
