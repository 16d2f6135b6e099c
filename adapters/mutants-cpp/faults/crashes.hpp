#ifndef MUTANTS_CRASHES_HPP
#define MUTANTS_CRASHES_HPP

#include <stdexcept>

#include "../promise.hpp"

/// Faults that end the process by an uncaught exception.
namespace mutants {

/// The adapter reports what this throws.
struct ThenRefusesSettledPromise : Promise {
  Ref then(Handler on_fulfilled, Handler on_rejected) override {
    if (!is_pending()) throw Refused{seen_outcome().token};
    return Promise::then(std::move(on_fulfilled), std::move(on_rejected));
  }
};

struct ThenThrows : Promise {
  Ref then(Handler on_fulfilled, Handler on_rejected) override {
    if (!is_pending()) throw std::logic_error("the promise is settled");
    return Promise::then(std::move(on_fulfilled), std::move(on_rejected));
  }
  /// Catches what handlers throw, as libraries do. What its own `then` throws in a handler must not
  /// get this far.
  Ending call(const Handler &handler, std::uint64_t token) override {
    try {
      return handler(token);
    } catch (...) {
      return Outcome{Outcome::Kind::rejected, APLUS_ERROR};
    }
  }
};

/// What a handler throws leaves the job on the pool's thread.
struct HandlerThrowEndsProcess : Promise {
  Ending call(const Handler &handler, std::uint64_t token) override {
    Ending ending = handler(token);
    const Outcome *decided = std::get_if<Outcome>(&ending);
    if (decided && !decided->is_fulfilled()) throw std::runtime_error("a handler threw");
    return ending;
  }
};

}  // namespace mutants

#endif
