// The promise of cpp-pool, which coroutines of C++20 await: right, unless APLUS_FAULT names a fault.
#include <coroutine>
#include <cstdlib>

#define aplus_adapter pool_adapter
#include "../../../adapters/cpp-pool/adapter.cpp"
#undef aplus_adapter

namespace {

bool has(std::string_view fault) {
  const char *name = std::getenv("APLUS_FAULT");
  return name && fault == name;
}

/// A coroutine that starts at once, and frees itself at its end.
struct Coroutine {
  struct promise_type {
    Coroutine get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    [[noreturn]] void unhandled_exception() { std::terminate(); }
  };
};

/// Awaits a promise; a thread of the pool resumes the coroutine.
class Awaiter {
 public:
  explicit Awaiter(Promise promise) : promise_(std::move(promise)) {}

  bool await_ready() const { return has("ends-early"); }

  void await_suspend(std::coroutine_handle<> coroutine) {
    const auto fulfilled = [this, coroutine](aplus_token value) -> Promise::Result {
      value_ = has("forgets-value") ? 0 : value;
      coroutine.resume();
      return value;
    };
    const auto rejected = [this, coroutine](std::exception_ptr reason) -> Promise::Result {
      reason_ = reason;
      if (!has("loses-rejected")) coroutine.resume();
      return aplus_token();
    };
    promise_.then(fulfilled, rejected);
  }

  aplus_token await_resume() const {
    if (reason_) std::rethrow_exception(reason_);
    return value_;
  }

 private:
  Promise promise_;
  aplus_token value_ = 0;
  std::exception_ptr reason_;
};

Coroutine perform(const aplus_task *task) {
  while (const aplus_promise *next = task->next(task)) {
    aplus_ending outcome{APLUS_RETURNED, 0, nullptr};
    try {
      outcome.token = co_await Awaiter(next->promise);
    } catch (...) {
      outcome = {APLUS_THREW, token(std::current_exception()), nullptr};
    }
    task->resume(task, outcome);
    if (has("resumes-twice")) task->resume(task, outcome);
  }
}

}  // namespace

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  static aplus_adapter_v1 table = *pool_adapter();
  table.capabilities = "threads parallel acceptance contexts:serial,dead combinators:all,race,finally await resume:later";
  table.wait = nullptr;
  table.start_task = [](const aplus_task *task) { perform(task); };
  return &table;
}
