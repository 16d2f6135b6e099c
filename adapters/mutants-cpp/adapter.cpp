#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "../kits/c/aplus_adapter.h"
#include "promise.hpp"
#include "faults/asynchrony.hpp"
#include "faults/cancellation.hpp"
#include "faults/combinators.hpp"
#include "faults/crashes.hpp"
#include "faults/handlers.hpp"
#include "faults/races.hpp"
#include "faults/settlers.hpp"
#include "faults/settling.hpp"

using mutants::Outcome;

struct aplus_promise { mutants::Ref promise; std::atomic<int> owners{1}; };

static aplus_promise *own(mutants::Ref promise) { return new aplus_promise{std::move(promise)}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static aplus_promise *make() { return own(mutants::Promise::make()); }
static int32_t fulfill(aplus_promise *p, aplus_token value) { return p->promise->settle({Outcome::Kind::fulfilled, value}); }
static int32_t reject(aplus_promise *p, aplus_token reason) { return p->promise->settle({Outcome::Kind::rejected, reason}); }
static void resolve(aplus_promise *p, aplus_promise *other) { p->promise->resolve(other->promise); }
static void abandon(aplus_promise *p) { p->promise->abandon(); }
static void cancel_with(aplus_promise *p, aplus_token reason) { p->promise->cancel({Outcome::Kind::cancelled, reason}); }
static void cancel(aplus_promise *p) { cancel_with(p, APLUS_ERROR_CANCELLED); }
static aplus_promise *combine(const aplus_combination *given) {
  std::vector<mutants::Ref> members;
  for (uint64_t index = 0; index < given->count; ++index) members.push_back(given->members[index]->promise);
  const mutants::Ref made = mutants::Promise::make();
  if (aplus_combines(given, "race")) {
    made->race(members);
  } else {
    made->all(members, [list = given->list](const auto &values) { return list(values.data(), values.size()); });
  }
  return own(made);
}

/// The reason that the call of this thread has thrown.
static thread_local std::optional<aplus_token> refused;
static int32_t thrown(aplus_token *reason) {
  const auto found = std::exchange(refused, std::nullopt);
  if (found) *reason = *found;
  return found.has_value();
}

static mutants::Handler handler(aplus_handler call, std::shared_ptr<void> context) {
  if (!call) return nullptr;
  return [=](aplus_token token) -> mutants::Ending {
    const aplus_ending ending = call(context.get(), token);
    if (ending.kind == APLUS_RETURNED) return Outcome{Outcome::Kind::fulfilled, ending.token};
    if (ending.kind == APLUS_THREW) return Outcome{Outcome::Kind::rejected, ending.token};
    return std::unique_ptr<aplus_promise, decltype(&release)>(ending.promise, release)->promise;
  };
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  const std::shared_ptr<void> kept(context, drop);
  try {
    return own(p->promise->then(handler(ok, kept), handler(bad, kept)));
  } catch (const mutants::Refused &error) {
    refused = error.reason;
    return nullptr;
  }
}

template <typename Kind>
static mutants::Ref make_kind() { return mutants::Ref(new Kind); }

struct Mutant { const char *name; mutants::Promise::Factory make; };
static const Mutant kinds[] = {
    {"correct", make_kind<mutants::Promise>},
#define MUTANT(name, Kind) {name, make_kind<mutants::Kind>},
#include "mutants.inc"
#undef MUTANT
};

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "mutants-cpp", "mutants::Promise", "",
      "threads parallel blocking-handlers acceptance cancellation:downstream cancellation:reason "
      "combinators:all,race abandon broken-promise destructors",
      make, fulfill, reject, then, retain, release, resolve, nullptr, nullptr, cancel, nullptr,
      nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
      cancel_with, combine, thrown, abandon};
  const char *name = std::getenv("APLUS_MUTANT");
  for (const Mutant &kind : kinds) {
    if (std::strcmp(kind.name, name ? name : "correct") == 0) mutants::Promise::factory = kind.make;
  }
  if (mutants::Promise::factory) return &table;
  std::fprintf(stderr, "APLUS_MUTANT=%s: there is no such mutant\n", name);
  return nullptr;
}
