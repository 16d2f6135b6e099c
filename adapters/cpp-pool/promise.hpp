#ifndef POOL_PROMISE_HPP
#define POOL_PROMISE_HPP

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace pool {

/// Two threads that run jobs in the order of their arrival. They live as long as the process.
class Threads {
 public:
  static Threads &shared() {
    static Threads &threads = *new Threads(2);
    return threads;
  }

  void post(std::function<void()> job) {
    {
      std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    ready_.notify_one();
  }

 private:
  friend const void *current();

  explicit Threads(int count) {
    while (count-- > 0) std::thread([this] { run(); }).detach();
  }

  [[noreturn]] void run() {
    is_ours_ = true;
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [this] { return !jobs_.empty(); });
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> jobs_;
  inline static thread_local bool is_ours_ = false;
};

/// Runs jobs one at a time, in order, on the threads of the pool.
class Line : public std::enable_shared_from_this<Line> {
 public:
  void post(std::function<void()> job) {
    {
      std::lock_guard lock(mutex_);
      if (is_stopped_) return;
      jobs_.push_back(std::move(job));
      if (std::exchange(is_scheduled_, true)) return;
    }
    schedule();
  }

  /// Drops all jobs that are posted from now on.
  void stop() {
    std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }

 private:
  friend const void *current();

  void schedule() {
    Threads::shared().post([self = shared_from_this()] { self->run_next(); });
  }

  void run_next() {
    std::function<void()> job;
    {
      std::lock_guard lock(mutex_);
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    running_ = this;
    job();
    job = nullptr;
    running_ = nullptr;
    {
      std::lock_guard lock(mutex_);
      is_scheduled_ = !jobs_.empty();
      if (!is_scheduled_) return;
    }
    schedule();
  }

  std::mutex mutex_;
  bool is_scheduled_ = false;
  bool is_stopped_ = false;
  std::deque<std::function<void()>> jobs_;
  inline static thread_local const Line *running_ = nullptr;
};

/// The line whose job the calling thread runs, or else its pool; null on any other thread.
inline const void *current() {
  if (Line::running_) return Line::running_;
  return Threads::is_ours_ ? &Threads::shared() : nullptr;
}

/// The reason of a promise that was resolved with itself.
struct SelfResolution : std::logic_error {
  SelfResolution() : std::logic_error("a promise was resolved with itself") {}
};

/// A promise that runs its handlers on the threads of the pool, one at a time.
///
/// A promise is a reference: copies are the same promise.
template <typename Value>
class Promise {
 public:
  /// What a handler returns: a value, or a promise to follow.
  using Result = std::variant<Value, Promise>;
  using OnFulfilled = std::function<Result(Value)>;
  using OnRejected = std::function<Result(std::exception_ptr)>;

  /// Makes a pending promise.
  Promise() : state_(std::make_shared<State>()) {}

  /// Fulfills the promise. Like the next two, returns whether this call decided the promise.
  bool fulfill(Value value) { return claim_and_settle(Outcome(std::move(value))); }

  bool reject(std::exception_ptr reason) { return claim_and_settle(Outcome(std::move(reason))); }

  bool resolve(const Promise &other) {
    if (!state_->claim()) return false;
    if (other.state_ == state_) {
      state_->settle(Outcome(std::make_exception_ptr(SelfResolution())));
    } else {
      other.state_->observe([state = state_](const Outcome &outcome) { state->settle(outcome); });
    }
    return true;
  }

  /// Registers handlers, either of which may be empty, and returns the promise of their result.
  ///
  /// They run on the line if one is given, or else on any thread of the pool.
  Promise then(
      OnFulfilled on_fulfilled, OnRejected on_rejected, std::shared_ptr<Line> line = nullptr) const {
    Promise child;
    Reaction reaction = [child, ok = std::move(on_fulfilled), bad = std::move(on_rejected)](
                        const Outcome &outcome) mutable {
      const Value *value = std::get_if<Value>(&outcome);
      if (value ? !ok : !bad) {
        child.claim_and_settle(outcome);
        return;
      }
      try {
        Result result = value ? ok(*value) : bad(std::get<std::exception_ptr>(outcome));
        if (const Value *returned = std::get_if<Value>(&result)) {
          child.fulfill(*returned);
        } else {
          child.resolve(std::get<Promise>(result));
        }
      } catch (...) {
        child.reject(std::current_exception());
      }
    };
    if (line) {
      state_->observe([line, reaction = std::move(reaction)](const Outcome &outcome) {
        line->post([reaction, outcome] { reaction(outcome); });
      });
    } else {
      state_->observe(std::move(reaction));
    }
    return child;
  }

  /// Blocks the calling thread until the promise is settled, or the time limit has passed if it is not zero.
  ///
  /// Returns the value, or throws the reason; nothing comes of a time limit that has passed.
  std::optional<Value> get(std::chrono::milliseconds limit = {}) const {
    const Outcome *outcome = state_->wait(limit);
    if (!outcome) return std::nullopt;
    if (const auto *reason = std::get_if<std::exception_ptr>(outcome)) std::rethrow_exception(*reason);
    return std::get<Value>(*outcome);
  }

  /// Fulfills with what `gather` makes of the values of all members, in their order, or rejects as the
  /// first rejected member does.
  static Promise all(
      const std::vector<Promise> &members, std::function<Value(const std::vector<Value> &)> gather) {
    struct Values {
      std::mutex mutex;
      std::vector<Value> values;
      std::size_t missing;
    };
    Promise result;
    const auto kept = std::make_shared<Values>();
    kept->values.resize(members.size());
    kept->missing = members.size();
    if (members.empty()) result.fulfill(gather({}));
    for (std::size_t index = 0; index < members.size(); ++index) {
      members[index].state_->observe([=](const Outcome &outcome) mutable {
        const Value *value = std::get_if<Value>(&outcome);
        if (!value) {
          result.claim_and_settle(outcome);
          return;
        }
        {
          std::lock_guard lock(kept->mutex);
          kept->values[index] = *value;
          if (--kept->missing > 0) return;
        }
        result.fulfill(gather(kept->values));
      });
    }
    return result;
  }

  /// Settles as the first settled member does.
  static Promise race(const std::vector<Promise> &members) {
    Promise result;
    for (const Promise &member : members) {
      member.state_->observe(
          [=](const Outcome &outcome) mutable { result.claim_and_settle(outcome); });
    }
    return result;
  }

  /// Passes the outcome on once a function has run, or rejects with what it throws.
  Promise finally(std::function<void()> cleanup) const {
    Promise result;
    state_->observe([=](const Outcome &outcome) mutable {
      try {
        cleanup();
        result.claim_and_settle(outcome);
      } catch (...) {
        result.reject(std::current_exception());
      }
    });
    return result;
  }

 private:
  using Outcome = std::variant<Value, std::exception_ptr>;
  using Reaction = std::function<void(const Outcome &)>;
  using Reactions = std::deque<Reaction>;

  struct State : std::enable_shared_from_this<State> {
    ~State() { release(std::move(reactions)); }

    /// Whether the caller may settle the promise: true for the first caller only.
    bool claim() {
      std::lock_guard lock(mutex);
      return !std::exchange(is_claimed, true);
    }

    void settle(Outcome result) {
      {
        std::lock_guard lock(mutex);
        outcome = std::move(result);
        settled.notify_all();
        if (reactions.empty()) return;
        is_scheduled = true;
      }
      schedule();
    }

    const Outcome *wait(std::chrono::milliseconds limit) {
      std::unique_lock lock(mutex);
      const auto is_settled = [this] { return outcome.has_value(); };
      if (limit.count() == 0) {
        settled.wait(lock, is_settled);
      } else if (!settled.wait_for(lock, limit, is_settled)) {
        return nullptr;
      }
      return &*outcome;
    }

    void observe(Reaction reaction) {
      {
        std::lock_guard lock(mutex);
        reactions.push_back(std::move(reaction));
        if (!outcome || std::exchange(is_scheduled, true)) return;
      }
      schedule();
    }

   private:
    void schedule() {
      Threads::shared().post([self = this->shared_from_this()] { self->run_next(); });
    }

    /// Runs one reaction, without the lock, and lets other promises run before the next one.
    void run_next() {
      Reaction reaction;
      {
        std::lock_guard lock(mutex);
        reaction = std::move(reactions.front());
        reactions.pop_front();
      }
      reaction(*outcome);
      reaction = nullptr;
      {
        std::lock_guard lock(mutex);
        is_scheduled = !reactions.empty();
        if (!is_scheduled) return;
      }
      schedule();
    }

    /// Destroys reactions in a loop: each may own the next promise of a chain of any length.
    static void release(Reactions dead) {
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

    std::mutex mutex;
    std::condition_variable settled;
    bool is_claimed = false;
    bool is_scheduled = false;
    std::optional<Outcome> outcome;
    Reactions reactions;
  };

  bool claim_and_settle(Outcome outcome) {
    if (!state_->claim()) return false;
    state_->settle(std::move(outcome));
    return true;
  }

  std::shared_ptr<State> state_;
};

}  // namespace pool

#endif
