#ifndef MUTANTS_SETTLING_HPP
#define MUTANTS_SETTLING_HPP

#include <cstdlib>

#include "../promise.hpp"

/// Faults of what a settlement decides, and of settlements that come too late.
namespace mutants {

/// Calls a method if the promise is settled again.
struct SettledAgain : Promise {
  bool settle(Outcome result) override {
    if (Promise::settle(result)) return true;
    std::lock_guard lock(mutex);
    if (outcome) settle_again(result);
    return false;
  }
  /// Called with the lock held, and with an outcome present.
  virtual void settle_again(Outcome result) = 0;
};

struct LateReplacesValue : SettledAgain {
  void settle_again(Outcome result) override {
    if (result.is_fulfilled() && outcome->is_fulfilled()) outcome = result;
  }
};

struct LateRejectFlipsState : SettledAgain {
  void settle_again(Outcome result) override {
    if (!result.is_fulfilled()) outcome = result;
  }
};

struct LateSettlementRunsOtherHandler : SettledAgain {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      registered.push_back(reaction);
    }
    Promise::observe(std::move(reaction));
  }
  void settle_again(Outcome result) override {
    if (result.kind == outcome->kind) return;
    pool::Threads::shared().post([self = shared_from_this(), all = registered, result] {
      for (const Reaction &reaction : all) {
        if (const Handler &handler = reaction.handler(result)) handler(result.token);
      }
    });
  }
  Reactions registered;
};

struct SettlingAgainEndsProcess : SettledAgain {
  void settle_again(Outcome) override { std::abort(); }
};

struct PendingPromiseDoesNotLockIn : Promise {
  void resolve(const Ref &other) override { follow(other); }
};

struct HandlerResultReplacesValue : Promise {
  Ending call(const Handler &handler, std::uint64_t token) override {
    Ending ending = handler(token);
    const Outcome *decided = std::get_if<Outcome>(&ending);
    if (decided && decided->is_fulfilled()) replace(*decided);
    return ending;
  }

 private:
  void replace(Outcome result) {
    std::lock_guard lock(mutex);
    if (outcome->is_fulfilled()) outcome = result;
  }
};

struct HandlerThrowPoisonsPromise : Promise {
  Ending call(const Handler &handler, std::uint64_t token) override {
    Ending ending = handler(token);
    if (const Outcome *decided = std::get_if<Outcome>(&ending)) {
      std::lock_guard lock(mutex);
      if (!decided->is_fulfilled()) outcome = *decided;
    }
    return ending;
  }
};

struct HandledRejectionBecomesFulfilment : Promise {
  void react(const Reaction &reaction) override {
    Promise::react(reaction);
    std::lock_guard lock(mutex);
    if (reaction.on_rejected && outcome->kind == Outcome::Kind::rejected) {
      outcome->kind = Outcome::Kind::fulfilled;
    }
  }
};

struct SelfResolutionNeverSettles : Promise {
  void follow(const Ref &other) override {
    if (other.get() != this) Promise::follow(other);
  }
};

}  // namespace mutants

#endif
