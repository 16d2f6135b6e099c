// A service in C++ whose functions take a completion handler, right unless APLUS_FAULT names a fault of it.
//
// A handler is called on its queue, or on that of the service, with no lock held. The service forgets it then.
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace service {

inline bool has(std::string_view fault) {
  const char *name = std::getenv("APLUS_FAULT");
  return name != nullptr && name == fault;
}

/// A queue that runs jobs one at a time, on a thread of its own, also those that are left when it is destroyed.
class Queue {
 public:
  using Job = std::function<void()>;

  Queue() { std::thread([state = state_, self = this] { work(*state, self); }).detach(); }
  ~Queue() {
    std::lock_guard lock(state_->mutex);
    state_->isOver = true;
    state_->changed.notify_one();
  }

  /// The queue that runs the calling code.
  static const Queue *current() { return running; }

  void add(Job job) {
    std::lock_guard lock(state_->mutex);
    state_->jobs.push_back(std::move(job));
    state_->changed.notify_one();
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Job> jobs;
    bool isOver = false;
  };

  static void work(State &state, const Queue *self) {
    running = self;
    std::unique_lock lock(state.mutex);
    while (true) {
      state.changed.wait(lock, [&] { return state.isOver || !state.jobs.empty(); });
      if (state.jobs.empty()) return;
      {
        const Job job = std::move(state.jobs.front());
        state.jobs.pop_front();
        lock.unlock();
        job();
      }
      lock.lock();
    }
  }

  static inline thread_local const Queue *running = nullptr;
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

enum class Failure { failed, cancelled };

/// What a handler gets: exactly one of the two.
struct Result {
  std::optional<std::uint64_t> value;
  std::optional<Failure> failure;
  /// What the failure is about.
  std::uint64_t detail = 0;
};

using Handler = std::function<void(const Result &)>;

class Service {
 public:
  /// Gets what handlers throw.
  std::function<void(std::exception_ptr)> onUncaught;

  /// One call, until its handler is called.
  struct Call {
    std::mutex mutex;
    Handler handler;
    Queue *queue;
  };
  using CallPointer = std::shared_ptr<Call>;

  /// Starts a call that stays open.
  CallPointer open(Handler handler, Queue *queue) {
    auto call = std::make_shared<Call>();
    if (has("keeps-handlers")) {
      std::lock_guard lock(mutex_);
      kept_.push_back(handler);
    }
    call->handler = std::move(handler);
    call->queue = queue;
    return call;
  }

  /// Starts a call that gets the value of a key.
  CallPointer get(std::string_view key, std::uint64_t value, Handler handler, Queue *queue) {
    const CallPointer call = open(std::move(handler), queue);
    if (key == "cached" && has("cached-at-once")) {
      take(*call)({value, std::nullopt});
    } else if (key == "error" || key == "invalid") {
      if (!has("never-on-an-error")) finish(call, {std::nullopt, Failure::failed});
    } else {
      finish(call, {value, std::nullopt});
    }
    return call;
  }

  /// Ends a call; of several attempts the first counts.
  void finish(const CallPointer &call, const Result &result) {
    Handler handler = take(*call);
    if (!handler) return;
    Queue *queue = call->queue ? call->queue : &home_;
    if (result.failure && has("errors-ignore-their-queue")) queue = &home_;
    queue->add([this, result, handler = std::move(handler)] {
      this->call(handler, result);
      if (has("calls-twice")) this->call(handler, result);
    });
  }

  void cancel(const CallPointer &call) {
    if (!has("result-after-cancel")) finish(call, {std::nullopt, Failure::cancelled});
  }

  using Next = std::function<void(bool isError)>;

  /// Starts tasks one after another, and calls the handler after the last or at the first error.
  void sequence(std::size_t count, std::function<void(std::size_t, Next)> start, Handler handler) {
    auto tasks = std::make_shared<Tasks>();
    tasks->count = count;
    tasks->start = std::move(start);
    advance(tasks, open(std::move(handler), nullptr));
  }

  /// A function that waits while a handler holds the lock, in a service with that fault.
  void enter() { std::lock_guard lock(mutex_); }

 private:
  struct Tasks {
    std::mutex mutex;
    std::size_t next = 0, count = 0;
    bool isLooping = false, isAnswered = false, isOver = false;
    std::function<void(std::size_t, Next)> start;
  };

  // Tasks that call back at once need no deeper stack.
  void advance(const std::shared_ptr<Tasks> &tasks, const CallPointer &call) {
    while (true) {
      if (tasks->next == tasks->count) return finish(call, {0, std::nullopt});
      std::size_t task;
      {
        std::lock_guard lock(tasks->mutex);
        tasks->isLooping = true;
        tasks->isAnswered = false;
        task = tasks->next++;
      }
      tasks->start(task, [this, tasks, call, task](bool isError) {
        {
          std::lock_guard lock(tasks->mutex);
          // The first answer of a task counts.
          if (task + 1 != tasks->next || tasks->isAnswered) return;
          tasks->isAnswered = true;
          tasks->isOver = isError;
          if (!isError && tasks->isLooping) return;
        }
        if (isError) return finish(call, {std::nullopt, Failure::failed});
        advance(tasks, call);
      });
      std::lock_guard lock(tasks->mutex);
      tasks->isLooping = tasks->isAnswered && !tasks->isOver;
      if (!tasks->isLooping) return;
    }
  }

  void call(const Handler &handler, const Result &result) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (has("calls-under-its-lock")) lock.lock();
    try {
      handler(result);
    } catch (...) {
      if (!has("swallows-exceptions")) onUncaught(std::current_exception());
    }
  }

  static Handler take(Call &call) {
    std::lock_guard lock(call.mutex);
    return std::exchange(call.handler, nullptr);
  }

  Queue home_;
  std::mutex mutex_;
  std::vector<Handler> kept_;
};

}  // namespace service
