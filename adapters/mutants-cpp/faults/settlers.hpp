#ifndef MUTANTS_SETTLERS_HPP
#define MUTANTS_SETTLERS_HPP

#include <chrono>
#include <thread>

#include "../promise.hpp"

/// Faults of what becomes of a promise whose settler is given up.
namespace mutants {

struct LostSettlerLosesHandlers : Promise {
  void abandon() override {
    Reactions lost;
    {
      std::lock_guard lock(mutex);
      if (!is_claimed) lost = std::exchange(reactions, {});
    }
    Promise::abandon();
  }
};

struct LostSettlerRunsHandlersTwice : Promise {
  void abandon() override {
    {
      std::lock_guard lock(mutex);
      if (!is_claimed) reactions.insert(reactions.end(), reactions.begin(), reactions.end());
    }
    Promise::abandon();
  }
};

struct LostSettlerEndsAdoption : Promise {
  void abandon() override { finish({Outcome::Kind::rejected, APLUS_ERROR}); }
};

struct LostSettlerReplacesOutcome : Promise {
  void abandon() override {
    Promise::abandon();
    std::lock_guard lock(mutex);
    if (outcome) outcome = Outcome{Outcome::Kind::rejected, APLUS_ERROR};
  }
};

struct LostSettlerRunsHandlersInside : Promise {
  void abandon() override {
    is_inside = true;
    Promise::abandon();
    is_inside = false;
  }
  void schedule() override {
    if (is_inside) return run_next();
    Promise::schedule();
  }
  bool is_inside = false;
};

/// Takes the handlers before it settles: one that comes in between is lost.
struct LostSettlerRacesRegistration : Promise {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      if (is_taken && !outcome) return;
    }
    Promise::observe(std::move(reaction));
  }
  void abandon() override {
    {
      std::lock_guard lock(mutex);
      is_taken = !is_claimed;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    Promise::abandon();
  }
  bool is_taken = false;
};

/// Runs the handlers of a broken promise under the lock that `then` takes.
struct BrokenPromiseRunsUnderLock : Promise {
  Ref then(Handler on_fulfilled, Handler on_rejected) override {
    std::lock_guard lock(registering);
    return Promise::then(std::move(on_fulfilled), std::move(on_rejected));
  }
  Ending call(const Handler &handler, std::uint64_t token) override {
    if (token != APLUS_ERROR) return handler(token);
    std::lock_guard lock(registering);
    return handler(token);
  }
  std::mutex registering;
};

}  // namespace mutants

#endif
