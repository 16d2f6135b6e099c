#ifndef MUTANTS_ASYNCHRONY_HPP
#define MUTANTS_ASYNCHRONY_HPP

#include "../promise.hpp"

/// Faults that run a handler inside a call that the user makes.
namespace mutants {

/// A promise that can run its reactions on the calling thread.
struct ImpatientPromise : Promise {
 protected:
  static inline thread_local int open_handlers = 0;

  /// Runs all reactions at once, unless another thread is doing so.
  void flush() {
    std::unique_lock lock(mutex);
    if (!outcome || std::exchange(is_scheduled, true)) return;
    while (!reactions.empty()) {
      const Reaction reaction = take();
      lock.unlock();
      react(reaction);
      lock.lock();
    }
    is_scheduled = false;
  }
  /// Settles the promise, and then runs all reactions at once.
  bool settle_at_once(Outcome result) {
    std::unique_lock lock(mutex);
    if (std::exchange(is_claimed, true)) return false;
    outcome = result;
    lock.unlock();
    flush();
    return true;
  }
  /// Runs a reaction of a settled promise, ahead of all others that are waiting.
  void observe_at_once(const Reaction &reaction) { react(reaction); }
  Ending call(const Handler &handler, std::uint64_t token) override {
    ++open_handlers;
    Ending ending = handler(token);
    --open_handlers;
    return ending;
  }
};

struct SyncWhenSettled : ImpatientPromise {
  void observe(Reaction reaction) override {
    if (is_pending()) return Promise::observe(std::move(reaction));
    observe_at_once(reaction);
  }
};

struct SyncWhenSettling : ImpatientPromise {
  bool settle(Outcome result) override { return settle_at_once(result); }
};

struct SyncWhenCancelling : ImpatientPromise {
  void receive_cancel(Outcome reason) override { settle_at_once(reason); }
};

struct SyncFromFifthLateHandler : ImpatientPromise {
  void observe(Reaction reaction) override {
    if (is_pending() || ++late < 5) return Promise::observe(std::move(reaction));
    observe_at_once(reaction);
  }
  std::atomic<int> late{0};
};

struct SyncWithManyHandlers : ImpatientPromise {
  bool settle(Outcome result) override {
    std::unique_lock lock(mutex);
    const bool has_many = reactions.size() > 4;
    lock.unlock();
    return has_many ? settle_at_once(result) : Promise::settle(result);
  }
};

struct SyncWhenSettledInHandler : ImpatientPromise {
  bool settle(Outcome result) override {
    return open_handlers > 0 ? settle_at_once(result) : Promise::settle(result);
  }
};

struct SyncWhenResolvedWithSettledPromise : ImpatientPromise {
  void resolve(const Ref &other) override {
    auto &followed = static_cast<SyncWhenResolvedWithSettledPromise &>(*other);
    if (other.get() == this || followed.is_pending()) return Promise::resolve(other);
    settle_at_once(followed.seen_outcome());
  }
};

}  // namespace mutants

#endif
