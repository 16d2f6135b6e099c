#pragma once

// The library: a promise on a queue of jobs, that aborts where `APLUS_TRAP` says.

#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace trap {

inline void at(std::string_view place) {
  const char *asked = getenv("APLUS_TRAP");
  if (asked && place == asked) abort();
}

inline std::deque<std::function<void()>> jobs;

template <typename Value> struct Promise {
  enum class State { pending, fulfilled, rejected };

  State state = State::pending;
  Value value{};
  std::vector<std::function<void()>> reactions;

  void settle(State next, Value outcome) {
    at("settle");
    if (state != State::pending) return;
    state = next;
    value = outcome;
    for (auto &reaction : reactions) jobs.push_back(std::move(reaction));
    reactions.clear();
  }

  void react(std::function<void()> reaction) {
    at("then");
    auto job = [reaction = std::move(reaction)] {
      at("before");
      reaction();
      at("after");
    };
    if (state == State::pending) reactions.push_back(std::move(job));
    else jobs.push_back(std::move(job));
  }

  /// Checks what the promise is resolved with.
  void follow(const Promise *other) const {
    if (other == this) at("self");
  }
};

}  // namespace trap
