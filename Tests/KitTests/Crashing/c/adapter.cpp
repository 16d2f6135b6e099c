// A small promise whose process ends somewhere: `APLUS_CRASH` names the place.
//
// In the library: `then` (an abort), `nested` (a `then` that a handler calls: a segmentation fault), `throw` (an end on what
// a handler throws), `stack` (a `then` that calls itself forever). Elsewhere: `load`, `make`, `queue` (a job of no
// promise), `kill` (a `then` in which somebody else ends the process).

#include <csignal>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "../../../../adapters/kits/c/aplus_adapter.h"

static bool is(std::string_view place) {
  const char *asked = getenv("APLUS_CRASH");
  return asked && place == asked;
}

namespace {
enum class State { pending, fulfilled, rejected };

struct Promise {
  State state = State::pending;
  aplus_token token = 0;
  std::vector<std::function<void()>> reactions;
};
using Shared = std::shared_ptr<Promise>;

std::deque<std::function<void()>> jobs;
bool is_handling = false;

void settle(Promise &promise, State state, aplus_token token) {
  if (promise.state != State::pending) return;
  promise.state = state;
  promise.token = token;
  for (auto &reaction : promise.reactions) jobs.push_back(std::move(reaction));
  promise.reactions.clear();
  if (is("queue")) jobs.push_back([] { abort(); });
}

void react(Promise &promise, std::function<void()> reaction) {
  (promise.state == State::pending ? promise.reactions.push_back(std::move(reaction)) : jobs.push_back(std::move(reaction)));
}

// Not one that the compiler makes a loop of.
__attribute__((noinline)) int recur(int depth) {
  volatile int frame[64] = {depth};
  return recur(depth + frame[0] + 1) + frame[63];
}
}  // namespace

struct aplus_promise { Shared promise; int owners = 1; };

static aplus_promise *own(Shared promise) { return new aplus_promise{std::move(promise)}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static int32_t fulfill(aplus_promise *p, aplus_token value) { settle(*p->promise, State::fulfilled, value); return 0; }
static int32_t reject(aplus_promise *p, aplus_token reason) { settle(*p->promise, State::rejected, reason); return 0; }

static aplus_promise *make() {
  if (is("make")) abort();
  return own(std::make_shared<Promise>());
}

static void finish(const Shared &derived, aplus_ending ending) {
  switch (ending.kind) {
    case APLUS_RETURNED: return settle(*derived, State::fulfilled, ending.token);
    case APLUS_THREW:
      if (is("throw")) _exit(3);
      return settle(*derived, State::rejected, ending.token);
    default: {
      Shared other = ending.promise->promise;
      release(ending.promise);
      if (other == derived) return settle(*derived, State::rejected, APLUS_ERROR_SELF_RESOLUTION);
      react(*other, [=] { settle(*derived, other->state, other->token); });
    }
  }
}

static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  if (is("then")) abort();
  if (is("nested") && is_handling) raise(SIGSEGV);
  if (is("stack")) recur(0);
  if (is("kill")) raise(SIGKILL);
  Shared promise = p->promise, derived = std::make_shared<Promise>();
  std::shared_ptr<void> kept(context, drop);
  react(*promise, [=] {
    aplus_handler handler = promise->state == State::fulfilled ? ok : bad;
    if (!handler) return settle(*derived, promise->state, promise->token);
    is_handling = true;
    aplus_ending ending = handler(kept.get(), promise->token);
    is_handling = false;
    finish(derived, ending);
  });
  return own(derived);
}

static uint64_t drain() {
  uint64_t count = 0;
  for (; !jobs.empty(); ++count) {
    auto job = std::move(jobs.front());
    jobs.pop_front();
    job();
  }
  return count;
}

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  if (is("load")) abort();
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "crashing-c", "a promise that crashes", "", "",
      make, fulfill, reject, then, retain, release, nullptr, nullptr, nullptr, nullptr, drain,
      nullptr, nullptr, nullptr, nullptr, nullptr};
  return &table;
}
