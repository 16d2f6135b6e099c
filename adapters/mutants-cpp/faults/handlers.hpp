#ifndef MUTANTS_HANDLERS_HPP
#define MUTANTS_HANDLERS_HPP

#include <algorithm>

#include "../promise.hpp"

/// Faults in the order and number of handler calls, in how outcomes pass down chains, and in what keeps a promise alive.
namespace mutants {

struct LastInFirstOut : Promise {
  Reaction take() override {
    Reaction reaction = std::move(reactions.back());
    reactions.pop_back();
    return reaction;
  }
};

struct OrderIsArbitrary : Promise {
  Reaction take() override {
    const std::size_t index = (number += 7) % reactions.size();
    Reaction reaction = std::move(reactions[index]);
    reactions.erase(reactions.begin() + static_cast<std::ptrdiff_t>(index));
    return reaction;
  }
  std::size_t number = 0;
};

struct OrderBreaksBeyondEight : Promise {
  void accept(Outcome result, std::unique_lock<std::mutex> &lock) override {
    if (reactions.size() > 8) std::reverse(reactions.begin() + 8, reactions.end());
    Promise::accept(result, lock);
  }
};

struct LosesHandlerWhenSettled : Promise {
  void observe(Reaction reaction) override {
    if (is_pending() || reaction.is_follower) Promise::observe(std::move(reaction));
  }
};

/// Keeps only the first handlers of a pending promise.
template <std::size_t limit>
struct KeepsFirstHandlers : Promise {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      if (!outcome && reactions.size() >= limit) return;
    }
    Promise::observe(std::move(reaction));
  }
};
using KeepsFourHandlers = KeepsFirstHandlers<4>;
using KeepsSixteenHandlers = KeepsFirstHandlers<16>;

struct FifthHandlerRunsTwice : Promise {
  void observe(Reaction reaction) override {
    if (++count >= 5) Promise::observe(reaction);
    Promise::observe(std::move(reaction));
  }
  std::atomic<int> count{0};
};

struct ThrowingHandlerRunsTwice : Promise {
  Ending call(const Handler &handler, std::uint64_t token) override {
    Ending ending = handler(token);
    const Outcome *decided = std::get_if<Outcome>(&ending);
    return decided && !decided->is_fulfilled() ? handler(token) : ending;
  }
};

struct DropsHandlersAfterLockIn : Promise {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      if (is_locked_in && !outcome && !reaction.is_follower) return;
    }
    Promise::observe(std::move(reaction));
  }
  void follow(const Ref &other) override {
    {
      std::lock_guard lock(mutex);
      is_locked_in = true;
    }
    Promise::follow(other);
  }
  bool is_locked_in = false;
};

struct OvertakesAfterLockIn : Promise {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      if (is_locked_in && !outcome && !reaction.is_follower) {
        reactions.push_front(std::move(reaction));
        return;
      }
    }
    Promise::observe(std::move(reaction));
  }
  void follow(const Ref &other) override {
    {
      std::lock_guard lock(mutex);
      is_locked_in = true;
    }
    Promise::follow(other);
  }
  bool is_locked_in = false;
};

struct LongQueueLosesOrder : Promise {
  void observe(Reaction reaction) override {
    std::unique_lock lock(mutex);
    if (reactions.size() > 512) {
      reactions.push_front(std::move(reaction));
    } else {
      reactions.push_back(std::move(reaction));
    }
    wake(lock);
  }
};

struct QueueIsCapped : Promise {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      if (reactions.size() >= 1024) return;
    }
    Promise::observe(std::move(reaction));
  }
};

struct RegistrationSearchesHandlers : Promise {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      for (const Reaction &other : reactions) {
        if (other.target == reaction.target) return;
      }
    }
    Promise::observe(std::move(reaction));
  }
};

struct SecondPassthroughLosesValue : Promise {
  void pass(Outcome result, Promise &child) override {
    static_cast<SecondPassthroughLosesValue &>(child).is_passed_on = true;
    if (is_passed_on) result.token = 0;
    child.finish(result);
  }
  std::atomic<bool> is_passed_on{false};
};

/// Frees a chain by its destructors, each inside the previous one.
struct ChainIsFreedByRecursion : Promise {
  ~ChainIsFreedByRecursion() override { Reactions().swap(reactions); }
};

/// Frees a chain of promises that follow one another by their destructors, each inside the previous one.
struct AdoptionIsFreedByRecursion : Promise {
  ~AdoptionIsFreedByRecursion() override {
    auto follows = [](const Reaction &reaction) { return reaction.is_follower; };
    reactions.erase(std::remove_if(reactions.begin(), reactions.end(), follows), reactions.end());
  }
};

/// Settles a follower inside the settlement of what it follows, recursively down a chain.
struct AdoptionRecurses : Promise {
  void schedule() override {
    std::unique_lock lock(mutex);
    const bool is_follower = reactions.front().is_follower;
    lock.unlock();
    if (is_follower) {
      run_next();
    } else {
      Promise::schedule();
    }
  }
};

/// Passes a rejection to a link without an error handler inside the rejection, recursively down a chain.
struct RejectionsRecurse : Promise {
  void schedule() override {
    std::unique_lock lock(mutex);
    const Reaction &next = reactions.front();
    const bool passes = outcome->kind == Outcome::Kind::rejected && !next.is_follower && !next.on_rejected;
    lock.unlock();
    if (passes) {
      run_next();
    } else {
      Promise::schedule();
    }
  }
};

struct FollowersAreWeak : Promise {
  void observe(Reaction reaction) override {
    {
      std::lock_guard lock(mutex);
      if (reaction.is_follower && !outcome) return followers.push_back(reaction.target);
    }
    Promise::observe(std::move(reaction));
  }
  void accept(Outcome result, std::unique_lock<std::mutex> &lock) override {
    const auto waiting = std::move(followers);
    Promise::accept(result, lock);
    for (const std::weak_ptr<Promise> &follower : waiting) {
      if (Ref living = follower.lock()) observe({nullptr, nullptr, living, true});
    }
  }
  std::vector<std::weak_ptr<Promise>> followers;
};

struct DerivedPromisesAreWeak : Promise {
  void observe(Reaction reaction) override {
    std::unique_lock lock(mutex);
    if (!reaction.is_follower) derived.push_back(std::exchange(reaction.target, nullptr));
    reactions.push_back(std::move(reaction));
    wake(lock);
  }
  Reaction take() override {
    Reaction reaction = Promise::take();
    if (!reaction.is_follower) {
      reaction.target = derived.front().lock();
      derived.pop_front();
    }
    return reaction;
  }
  void react(const Reaction &reaction) override {
    if (reaction.target) Promise::react(reaction);
  }
  std::deque<std::weak_ptr<Promise>> derived;
};

struct HandlerIsFreedUnderLock : Promise {
  void run_next() override {
    std::unique_lock lock(mutex);
    Reaction reaction = take();
    lock.unlock();
    react(reaction);
    lock.lock();
    reaction = {};
    is_scheduled = false;
    wake(lock);
  }
};

}  // namespace mutants

#endif
