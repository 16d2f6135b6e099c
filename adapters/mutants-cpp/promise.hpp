#ifndef MUTANTS_PROMISE_HPP
#define MUTANTS_PROMISE_HPP

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "../cpp-pool/promise.hpp"
#include "../kits/c/aplus_adapter.h"

namespace mutants {

class Promise;
using Ref = std::shared_ptr<Promise>;

/// How a promise was settled. A cancelled promise is rejected, and handlers cannot recover from that.
struct Outcome {
  enum class Kind { fulfilled, rejected, cancelled };
  Kind kind;
  std::uint64_t token;

  bool is_fulfilled() const { return kind == Kind::fulfilled; }
};

/// How a handler ended: with an outcome, or with a promise to follow.
using Ending = std::variant<Outcome, Ref>;
using Handler = std::function<Ending(std::uint64_t)>;

/// Makes one value of many.
using Gather = std::function<std::uint64_t(const std::vector<std::uint64_t> &)>;

/// What a call of the library throws.
struct Refused {
  std::uint64_t reason;
};

/// The reaction to the settlement of a promise: handlers, or a follower.
struct Reaction {
  Handler on_fulfilled;
  Handler on_rejected;
  /// The promise that `then` made, or the one that follows.
  Ref target;
  /// Whether the target takes the outcome as it is.
  bool is_follower = false;

  const Handler &handler(const Outcome &outcome) const {
    return outcome.is_fulfilled() ? on_fulfilled : on_rejected;
  }
};
using Reactions = std::deque<Reaction>;

/// A promise that runs its handlers on the threads of the pool, one at a time, and whose cancels go
/// downstream.
///
/// Its methods are small, so that a fault is a subclass that overrides one or two of them.
class Promise : public std::enable_shared_from_this<Promise> {
 public:
  using Factory = Ref (*)();

  /// Makes a pending promise of the mutant that this process checks.
  static Ref make() { return factory(); }
  static inline Factory factory = nullptr;

  virtual ~Promise() {
    transfer_children();
    release(std::move(reactions));
  }

  // The calls of a user.

  virtual Ref then(Handler on_fulfilled, Handler on_rejected) {
    Ref child = make();
    keep(child);
    adopt_child(*child);
    observe({std::move(on_fulfilled), std::move(on_rejected), child});
    return child;
  }

  /// Settles the promise if no earlier call has decided it; returns whether it did.
  virtual bool settle(Outcome result) {
    std::unique_lock lock(mutex);
    if (std::exchange(is_claimed, true)) return false;
    accept(result, lock);
    return true;
  }

  virtual void resolve(const Ref &other) {
    {
      std::lock_guard lock(mutex);
      if (std::exchange(is_claimed, true)) return;
    }
    follow(other);
  }

  /// Rejects the promise, whose settler is destroyed, if no earlier call has decided it.
  virtual void abandon() { settle({Outcome::Kind::rejected, APLUS_ERROR}); }

  /// Cancels the promise and all promises below it, as far as they are pending.
  virtual void cancel(Outcome reason) {
    std::vector<Ref> next{shared_from_this()};
    while (!next.empty()) {
      Ref promise = std::move(next.back());
      next.pop_back();
      promise->receive_cancel(reason);
      for (Ref &target : promise->cancel_targets()) next.push_back(std::move(target));
    }
  }

  // Combinators, each called on a new promise.

  /// Settles the promise as the first settled member does.
  virtual void race(const std::vector<Ref> &members) {
    for (const Ref &member : members) member->observe({nullptr, nullptr, shared_from_this(), true});
  }

  /// Fulfills the promise with what `gather` makes of all values, or rejects it as the first rejected
  /// member does.
  virtual void all(const std::vector<Ref> &members, Gather gather) {
    struct Values {
      std::mutex mutex;
      std::vector<std::uint64_t> values;
      std::size_t count = 0;
    };
    const auto kept = std::make_shared<Values>();
    kept->values.resize(members.size());
    if (members.empty()) settle({Outcome::Kind::fulfilled, gather({})});
    for (std::size_t index = 0; index < members.size(); ++index) {
      const auto fulfilled = [=, self = shared_from_this()](std::uint64_t value) -> Ending {
        std::unique_lock lock(kept->mutex);
        kept->values[self->place(index, kept->count)] = value;
        const bool is_last = ++kept->count == kept->values.size();
        lock.unlock();
        if (is_last) self->finish({Outcome::Kind::fulfilled, gather(kept->values)});
        return Outcome{Outcome::Kind::fulfilled, value};
      };
      const auto rejected = [self = shared_from_this()](std::uint64_t reason) -> Ending {
        self->finish({Outcome::Kind::rejected, reason});
        return Outcome{Outcome::Kind::fulfilled, reason};
      };
      members[index]->observe({fulfilled, rejected, make()});
    }
  }

  // The steps that faults override.

  /// Where `all` puts the value of a member, when so many have arrived before.
  virtual std::size_t place(std::size_t index, std::size_t) { return index; }

  /// Settles the promise with an outcome from a handler, from the promise that it follows, or from a
  /// cancel.
  virtual void finish(Outcome result) {
    std::unique_lock lock(mutex);
    is_claimed = true;
    if (!outcome) accept(result, lock);
  }

  virtual void receive_cancel(Outcome reason) { finish(reason); }

  virtual std::vector<Ref> cancel_targets() { return living_children(); }

  /// Called with each promise that `then` makes of this one.
  virtual void adopt_child(Promise &) {}

  virtual void observe(Reaction reaction) {
    std::unique_lock lock(mutex);
    reactions.push_back(std::move(reaction));
    wake(lock);
  }

  virtual void follow(const Ref &other) {
    if (other.get() == this) {
      finish({Outcome::Kind::rejected, APLUS_ERROR_SELF_RESOLUTION});
    } else {
      other->observe({nullptr, nullptr, shared_from_this(), true});
    }
  }

  /// Takes the reaction that runs next. Called with the lock held.
  virtual Reaction take() {
    Reaction reaction = std::move(reactions.front());
    reactions.pop_front();
    return reaction;
  }

  /// Runs one reaction, without the lock, and lets other promises run before the next one.
  virtual void run_next() {
    std::unique_lock lock(mutex);
    Reaction reaction = take();
    lock.unlock();
    react(reaction);
    reaction = {};
    lock.lock();
    is_scheduled = false;
    wake(lock);
  }

  virtual void react(const Reaction &reaction) {
    const Outcome result = seen_outcome();
    if (reaction.is_follower || result.kind == Outcome::Kind::cancelled) {
      reaction.target->finish(result);
    }
    if (reaction.is_follower) return;
    if (const Handler &handler = reaction.handler(result)) {
      const Ending ending = call(handler, result.token);
      if (const Outcome *decided = std::get_if<Outcome>(&ending)) {
        reaction.target->finish(*decided);
      } else {
        reaction.target->follow(std::get<Ref>(ending));
      }
    } else {
      pass(result, *reaction.target);
    }
  }

  /// The outcome that handlers see.
  virtual Outcome seen_outcome() {
    std::lock_guard lock(mutex);
    return *outcome;
  }

  virtual Ending call(const Handler &handler, std::uint64_t token) { return handler(token); }

  /// Passes the outcome to a child without a handler for it.
  virtual void pass(Outcome result, Promise &child) { child.finish(result); }

  /// Sets the outcome, and releases the lock.
  virtual void accept(Outcome result, std::unique_lock<std::mutex> &lock) {
    outcome = result;
    wake(lock);
  }

  /// Schedules the reactions if they can run; releases the lock.
  virtual void wake(std::unique_lock<std::mutex> &lock) {
    const bool must_run = outcome && !reactions.empty() && !std::exchange(is_scheduled, true);
    lock.unlock();
    if (must_run) schedule();
  }

  virtual void schedule() {
    pool::Threads::shared().post([self = shared_from_this()] { self->run_next(); });
  }

  /// Destroys reactions in a loop: each may own the next promise of a chain of any length.
  virtual void release(Reactions dead) {
    thread_local std::vector<Reactions> queued;
    thread_local bool is_releasing = false;
    queued.push_back(std::move(dead));
    if (std::exchange(is_releasing, true)) return;
    while (!queued.empty()) {
      Reactions next = std::move(queued.back());
      queued.pop_back();
    }
    is_releasing = false;
  }

 private:
  /// Makes cancels of this promise reach a child.
  void keep(const Ref &child) {
    {
      std::lock_guard lock(mutex);
      // Removes children that are gone before the vector would have to grow.
      if (children.size() == children.capacity()) {
        auto is_gone = [](const std::weak_ptr<Promise> &other) { return other.expired(); };
        children.erase(std::remove_if(children.begin(), children.end(), is_gone), children.end());
      }
      children.push_back(child);
    }
    std::lock_guard lock(child->mutex);
    child->parent = weak_from_this();
  }

  /// Transfers the children of this promise, which is being destroyed, to the promise above it.
  void transfer_children() {
    if (Ref successor = parent.lock()) {
      for (const Ref &child : living_children()) successor->keep(child);
    }
  }

 protected:
  std::vector<Ref> living_children() {
    std::lock_guard lock(mutex);
    std::vector<Ref> living;
    for (const std::weak_ptr<Promise> &child : children) {
      if (Ref promise = child.lock()) living.push_back(std::move(promise));
    }
    return living;
  }

  bool is_pending() {
    std::lock_guard lock(mutex);
    return !outcome;
  }

  std::mutex mutex;
  /// Whether a call has decided the promise, which may nevertheless still be pending.
  bool is_claimed = false;
  bool is_scheduled = false;
  std::optional<Outcome> outcome;
  Reactions reactions;
  std::vector<std::weak_ptr<Promise>> children;

 private:
  /// The promise that this one was made from, or the nearest one above that still exists.
  std::weak_ptr<Promise> parent;
};

}  // namespace mutants

#endif
