#ifndef APLUS_CALLBACKS_HPP
#define APLUS_CALLBACKS_HPP

/// The C interface for adapters of libraries with completion handlers, for C++17: an adapter gives a
/// lambda for each kind of call.
///
///     static aplus::Callbacks adapter("mylib", "1.0", "timing:later threads", {
///         {"value", [](auto &, aplus::Done done) { fetch("/a", [=](Error error, Body) { done(error); }); }},
///     });
///     APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() { return adapter.table(); }

#include <atomic>
#include <exception>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "aplus_adapter.h"

namespace aplus {

/// What a call ends with: a value or an error; both or neither are what a faulty library gives.
struct Outcome {
  std::optional<aplus_token> value, error;

  static Outcome success(aplus_token value = APLUS_OWN_VALUE) { return {value, std::nullopt}; }
  static Outcome failure(aplus_token error = APLUS_ERROR) { return {std::nullopt, error}; }
};

/// What a completion handler threw.
struct Thrown {
  aplus_token token;
};

/// The completion handler of one call. Copies are the same handler; the last one that is destroyed
/// tells the host that the library has released it, as the claim `collect` asks.
class Done {
 public:
  explicit Done(const aplus_completion *completion)
      : completion_(completion, [](const aplus_completion *one) { one->drop(one); }) {}

  /// Calls the handler with a value.
  void value(aplus_token value = APLUS_OWN_VALUE) const { (*this)(Outcome::success(value)); }

  /// Calls the handler with an error.
  void error(aplus_token error = APLUS_ERROR) const { (*this)(Outcome::failure(error)); }

  /// Calls the handler. If it throws, so does this: the library decides what becomes of it. Without a
  /// claim `throws:…` no handler throws.
  void operator()(const Outcome &outcome) const {
    const aplus_ending ending = completion_->call(
        completion_.get(), outcome.value ? &*outcome.value : nullptr,
        outcome.error ? &*outcome.error : nullptr);
    if (ending.kind == APLUS_THREW) throw Thrown{ending.token};
  }

  /// Starts a task of a sequence.
  void perform(uint64_t task, std::function<void(Outcome)> next) const {
    using Next = std::function<void(Outcome)>;
    completion_->perform(
        completion_.get(), task,
        [](void *context, const aplus_token *value, const aplus_token *error) {
          Outcome outcome;
          if (value) outcome.value = *value;
          if (error) outcome.error = *error;
          (*static_cast<Next *>(context))(outcome);
        },
        new Next(std::move(next)), [](void *context) { delete static_cast<Next *>(context); });
  }

 private:
  std::shared_ptr<const aplus_completion> completion_;
};

/// A completion handler of the process; none is ever freed.
inline std::atomic<const aplus_completion *> latest{nullptr};

/// Reports an error that the library's hook for uncaught ones got, where `throws:to-platform` is claimed.
inline void uncaught(const std::exception_ptr &error) {
  aplus_token token = APLUS_ERROR;
  try {
    std::rethrow_exception(error);
  } catch (const Thrown &thrown) {
    token = thrown.token;
  } catch (...) {
  }
  if (const aplus_completion *any = latest) any->uncaught(any, token);
}

/// What starting a call returns: how it is finished from outside, and cancelled.
struct Call {
  std::function<void(Outcome)> finish;
  std::function<void()> cancel;
};

/// A call to start.
struct Request {
  /// The value that an `echo` succeeds with.
  aplus_token value;
  /// How many tasks a `sequence` has.
  uint64_t tasks;
  /// The context that the handler is for; null if it is for none.
  void *on;

  /// The context, as the type that the adapter gave to `contexts`.
  template <typename Context> Context *context() const { return static_cast<Context *>(on); }
};

/// How to start calls of one kind: a function that gets a `Request` and a `Done`, and returns a `Call` or nothing.
class Starter {
 public:
  template <typename Function> Starter(Function function) {
    if constexpr (std::is_void_v<std::invoke_result_t<Function, const Request &, Done>>) {
      start_ = [function](const Request &request, Done done) { return function(request, done), Call(); };
    } else {
      start_ = function;
    }
  }

  Call operator()(const Request &request, const Done &done) const { return start_(request, done); }

 private:
  std::function<Call(const Request &, Done)> start_;
};

/// The adapter of a library with completion handlers. A shared library has one, which lives as long as the process.
class Callbacks {
 public:
  /// `claims` are separated by spaces; the kinds of calls are claimed by the starters.
  Callbacks(
      const char *library, const char *version, std::string claims,
      std::initializer_list<std::pair<const std::string, Starter>> kinds)
      : claims_(std::move(claims)), starters_(kinds) {
    claims_ += " callbacks calls:";
    for (const auto &[kind, starter] : starters_) claims_ += kind + ",";
    claims_.pop_back();
    one() = this;
    table_.abi = APLUS_ABI;
    table_.size = sizeof table_;
    table_.name = table_.library = library;
    table_.version = version;
    table_.start = [](const aplus_request *request, const aplus_completion *done, aplus_context *on) {
      latest = done;
      const Request given{request->value, request->tasks, on};
      return reinterpret_cast<aplus_call *>(new Call(one()->starters_.at(request->kind)(given, Done(done))));
    };
    if (starters_.count("open")) {
      table_.finish = [](aplus_call *call, const aplus_token *value, const aplus_token *error) {
        reinterpret_cast<Call *>(call)->finish(value ? Outcome::success(*value) : Outcome::failure(*error));
      };
    }
    if (claims_.find("cancel:") != std::string::npos && claims_.find("cancel:none") == std::string::npos) {
      table_.cancel_call = [](aplus_call *call) {
        const auto &cancel = reinterpret_cast<Call *>(call)->cancel;
        if (cancel) cancel();
      };
    }
    table_.release_call = [](aplus_call *call) { delete reinterpret_cast<Call *>(call); };
  }

  Callbacks(const Callbacks &) = delete;

  /// Runs everything that is ready on the calling thread, and returns how many handlers ran. Without
  /// it, the library has threads of its own.
  Callbacks &drain(uint64_t (*drain)()) { return table_.drain = drain, *this; }

  /// The library lets users choose where a handler runs: on a `Context`, whose static function
  /// `current` returns the one that runs the calling code, from a mark that the context itself sets.
  template <typename Context> Callbacks &contexts() {
    claims_ += " contexts:serial";
    table_.make_context = [](const char *) { return reinterpret_cast<aplus_context *>(new Context()); };
    table_.release_context = [](aplus_context *on) { delete reinterpret_cast<Context *>(on); };
    table_.identity = [](aplus_context *on) { return static_cast<const void *>(on); };
    table_.current_context = [] { return static_cast<const void *>(Context::current()); };
    return *this;
  }

  const aplus_adapter_v1 *table() {
    table_.capabilities = claims_.c_str();
    return &table_;
  }

 private:
  static Callbacks *&one() {
    static Callbacks *one = nullptr;
    return one;
  }

  std::string claims_;
  std::map<std::string, Starter> starters_;
  aplus_adapter_v1 table_{};
};

}  // namespace aplus

#endif
