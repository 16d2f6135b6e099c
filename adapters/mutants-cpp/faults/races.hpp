#ifndef MUTANTS_RACES_HPP
#define MUTANTS_RACES_HPP

#include <thread>

#include "../promise.hpp"

/// Faults that only two threads can show.
namespace mutants {

/// Checks whether the promise is pending, and settles it later.
struct RacingSettlementsBothAccepted : Promise {
  bool settle(Outcome result) override {
    std::unique_lock lock(mutex);
    if (is_claimed) return false;
    lock.unlock();
    lock.lock();
    is_claimed = true;
    accept(result, lock);
    return true;
  }
};

/// Stores the value before it knows whether it may.
struct RacingSettlementsTearValue : Promise {
  bool settle(Outcome result) override {
    std::unique_lock lock(mutex);
    if (is_claimed) return false;
    token = result.token;
    lock.unlock();
    lock.lock();
    if (std::exchange(is_claimed, true)) return false;
    accept({result.kind, token}, lock);
    return true;
  }
  std::uint64_t token = 0;
};

/// Checks whether the promise is pending, and registers later.
struct RegistrationRacesSettlement : Promise {
  void observe(Reaction reaction) override {
    if (!is_pending()) return Promise::observe(std::move(reaction));
    std::lock_guard lock(mutex);
    reactions.push_back(std::move(reaction));
  }
};

/// Checks whether the promise is pending, and registers later, both without a lock.
struct LockFreeRegistrationRacesSettlement : Promise {
  ~LockFreeRegistrationRacesSettlement() override { take_all(); }

  void observe(Reaction reaction) override {
    if (is_settled.load()) return Promise::observe(std::move(reaction));
    Node *node = new Node{std::move(reaction), newest.load()};
    while (!newest.compare_exchange_weak(node->next, node)) {
    }
  }
  void accept(Outcome result, std::unique_lock<std::mutex> &lock) override {
    is_settled.store(true);
    for (Reaction &reaction : take_all()) reactions.push_back(std::move(reaction));
    Promise::accept(result, lock);
  }

 private:
  struct Node {
    Reaction reaction;
    Node *next;
  };

  Reactions take_all() {
    Reactions all;
    for (Node *node = newest.exchange(nullptr); node;) {
      all.push_front(std::move(node->reaction));
      delete std::exchange(node, node->next);
    }
    return all;
  }

  std::atomic<bool> is_settled = false;
  std::atomic<Node *> newest = nullptr;
};

/// Registers, and then checks again whether it must run the handler itself.
struct RegistrationAtSettlementRunsTwice : Promise {
  void observe(Reaction reaction) override {
    const bool was_pending = is_pending();
    Promise::observe(reaction);
    if (was_pending && !is_pending()) {
      pool::Threads::shared().post([self = shared_from_this(), reaction] { self->react(reaction); });
    }
  }
};

/// Lets two threads append their reactions at the same place.
struct UnsynchronisedList : Promise {
  void observe(Reaction reaction) override {
    std::unique_lock lock(mutex);
    const std::size_t end = reactions.size();
    const bool was_pending = !outcome;
    lock.unlock();
    lock.lock();
    if (was_pending && !outcome && reactions.size() > end) reactions.resize(end);
    reactions.push_back(std::move(reaction));
    wake(lock);
  }
};

/// Runs late handlers on any free thread, beside those that wait.
struct LateHandlerOvertakes : Promise {
  void observe(Reaction reaction) override {
    if (is_pending()) return Promise::observe(std::move(reaction));
    pool::Threads::shared().post(
        [self = shared_from_this(), reaction = std::move(reaction)] { self->react(reaction); });
  }
};

/// Registers on the pool, whose two threads may change the order.
struct RegistrationIsDeferred : Promise {
  void observe(Reaction reaction) override {
    pool::Threads::shared().post([self = shared_from_this(), reaction = std::move(reaction)] {
      static_cast<RegistrationIsDeferred &>(*self).Promise::observe(reaction);
    });
  }
};

/// After a run through the handlers, drops those that were registered meanwhile.
struct FlushDropsRegistrations : Promise {
  void run_next() override {
    std::unique_lock lock(mutex);
    const Reactions present = reactions;
    lock.unlock();
    for (const Reaction &reaction : present) react(reaction);
    lock.lock();
    release(std::exchange(reactions, {}));
    is_scheduled = false;
  }
};

/// Checks whether the other promise is pending, and follows it later.
struct AdoptionRacesSettlement : Promise {
  void observe(Reaction reaction) override {
    if (!reaction.is_follower || !is_pending()) return Promise::observe(std::move(reaction));
    std::lock_guard lock(mutex);
    if (!outcome) reactions.push_back(std::move(reaction));
  }
};

/// Checks whether the promise is pending, and cancels it later.
struct CancelRacesSettlement : Promise {
  void receive_cancel(Outcome reason) override {
    if (!is_pending()) return;
    std::unique_lock lock(mutex);
    is_claimed = true;
    accept(reason, lock);
  }
};

/// Counts the handlers, and forgets those that are added before it cancels.
struct CancelRacesRegistration : Promise {
  void receive_cancel(Outcome reason) override {
    std::size_t seen = 0;
    {
      std::lock_guard lock(mutex);
      seen = reactions.size();
    }
    std::unique_lock lock(mutex);
    is_claimed = true;
    if (outcome) return;
    while (reactions.size() > seen) reactions.pop_back();
    accept(reason, lock);
  }
};

/// Holds one lock for all promises while a handler runs.
struct HandlerHoldsLock : Promise {
  static inline std::recursive_mutex library;

  Ref then(Handler on_fulfilled, Handler on_rejected) override {
    std::lock_guard guard(library);
    return Promise::then(std::move(on_fulfilled), std::move(on_rejected));
  }
  bool settle(Outcome result) override {
    std::lock_guard guard(library);
    return Promise::settle(result);
  }
  void cancel(Outcome reason) override {
    std::lock_guard guard(library);
    Promise::cancel(reason);
  }
  Ending call(const Handler &handler, std::uint64_t token) override {
    std::lock_guard guard(library);
    return handler(token);
  }
};

/// Settles its follower with its own lock held. A follower that is cancelled unlinks itself with its
/// own lock held. Each may then wait for the other's lock.
struct TwoPromisesDeadlock : Promise {
  void follow(const Ref &other) override {
    if (other.get() != this) {
      {
        std::lock_guard guard(link);
        followed = other;
      }
      static_cast<TwoPromisesDeadlock &>(*other).link_follower(shared_from_this());
    }
    Promise::follow(other);
  }
  void receive_cancel(Outcome reason) override {
    {
      std::lock_guard guard(link);
      if (const Ref other = followed.lock()) {
        static_cast<TwoPromisesDeadlock &>(*other).link_follower(nullptr);
      }
    }
    Promise::receive_cancel(reason);
  }
  bool settle(Outcome result) override {
    std::lock_guard guard(link);
    if (follower) static_cast<TwoPromisesDeadlock &>(*follower).unlink();
    return Promise::settle(result);
  }

 private:
  void link_follower(Ref promise) {
    std::lock_guard guard(link);
    follower = std::move(promise);
  }
  void unlink() {
    std::lock_guard guard(link);
    followed.reset();
  }
  std::mutex link;
  std::weak_ptr<Promise> followed;
  Ref follower;
};

/// Makes the handlers of unrelated promises wait for one another.
struct HandlersOfAllPromisesAreSerial : Promise {
  static inline std::mutex serial;

  Ending call(const Handler &handler, std::uint64_t token) override {
    std::lock_guard guard(serial);
    return handler(token);
  }
};

/// Waits in `then` on a settled promise until the handler has run.
struct ThenWaitsForHandler : Promise {
  static inline thread_local bool is_handler = false;

  void observe(Reaction reaction) override {
    if (is_pending() || reaction.is_follower || is_handler) {
      return Promise::observe(std::move(reaction));
    }
    const Ref marker = make();
    Promise::observe(std::move(reaction));
    std::mutex done;
    std::condition_variable changed;
    bool has_run = false;
    Handler notify = [&](std::uint64_t) -> Ending {
      std::lock_guard guard(done);
      has_run = true;
      changed.notify_all();
      return Outcome{Outcome::Kind::fulfilled, 0};
    };
    Promise::observe({notify, notify, marker});
    std::unique_lock guard(done);
    changed.wait(guard, [&] { return has_run; });
  }
  Ending call(const Handler &handler, std::uint64_t token) override {
    is_handler = true;
    Ending ending = handler(token);
    is_handler = false;
    return ending;
  }
};

/// A thread that does not check its queue again before it sleeps.
class HastySleeper {
 public:
  static HastySleeper &shared() {
    static HastySleeper &sleeper = *new HastySleeper();
    return sleeper;
  }

  void post(std::function<void()> job) {
    {
      std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    if (is_asleep_) ready_.notify_one();
  }

 private:
  HastySleeper() { std::thread([this] { run(); }).detach(); }

  [[noreturn]] void run() {
    for (;;) {
      while (std::function<void()> job = take()) job();
      std::unique_lock lock(mutex_);
      is_asleep_ = true;
      ready_.wait(lock);
      is_asleep_ = false;
    }
  }

  std::function<void()> take() {
    std::lock_guard lock(mutex_);
    if (jobs_.empty()) return {};
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::atomic<bool> is_asleep_ = false;
  std::deque<std::function<void()>> jobs_;
};

/// Loses the wake-up: a job that is posted while the thread goes to sleep waits for the next post.
struct WakeUpIsLost : Promise {
  void schedule() override {
    HastySleeper::shared().post([self = shared_from_this()] { self->run_next(); });
  }
};

}  // namespace mutants

#endif
