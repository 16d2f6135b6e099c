// The adapter of a promise that traps. It traps itself at `adapter-then`, `adapter-settle` and `adapter-queue`.

#include <cstdlib>
#include <string_view>

#include "../../../../adapters/kits/c/aplus_adapter.h"
#include "promise.hpp"

using Promise = trap::Promise<aplus_token>;
using State = Promise::State;
using Shared = std::shared_ptr<Promise>;
struct aplus_promise { Shared promise; int owners = 1; };

static void trap_at(std::string_view place) {
  const char *asked = getenv("APLUS_TRAP");
  if (asked && place == asked) abort();
}

static aplus_promise *own(Shared promise) { return new aplus_promise{std::move(promise)}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static aplus_promise *make() { return own(std::make_shared<Promise>()); }
static int32_t fulfill(aplus_promise *p, aplus_token value) {
  trap_at("adapter-settle");
  p->promise->settle(State::fulfilled, value);
  return 0;
}
static int32_t reject(aplus_promise *p, aplus_token reason) {
  p->promise->settle(State::rejected, reason);
  return 0;
}

static void finish(const Shared &derived, aplus_ending ending) {
  if (ending.kind == APLUS_RETURNED) return derived->settle(State::fulfilled, ending.token);
  if (ending.kind == APLUS_THREW) return derived->settle(State::rejected, ending.token);
  Shared other = ending.promise->promise;
  release(ending.promise);
  derived->follow(other.get());
  if (other == derived) return derived->settle(State::rejected, APLUS_ERROR_SELF_RESOLUTION);
  other->react([=] { derived->settle(other->state, other->value); });
}

static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  trap_at("adapter-then");
  Shared promise = p->promise, derived = std::make_shared<Promise>();
  std::shared_ptr<void> kept(context, drop);
  promise->react([=] {
    trap_at("adapter-queue");
    aplus_handler handler = promise->state == State::fulfilled ? ok : bad;
    if (!handler) return derived->settle(promise->state, promise->value);
    finish(derived, handler(kept.get(), promise->value));
  });
  return own(derived);
}

static uint64_t drain() {
  uint64_t count = 0;
  for (; !trap::jobs.empty(); ++count) {
    auto job = std::move(trap::jobs.front());
    trap::jobs.pop_front();
    job();
  }
  return count;
}

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "trapping-c", "a promise that traps", "", "",
      make, fulfill, reject, then, retain, release, nullptr, nullptr, nullptr, nullptr, drain,
      nullptr, nullptr, nullptr, nullptr, nullptr};
  return &table;
}
