#ifndef MUTANTS_COMBINATORS_HPP
#define MUTANTS_COMBINATORS_HPP

#include "../promise.hpp"

/// Faults of combinators.
namespace mutants {

struct AllOrdersByCompletion : Promise {
  std::size_t place(std::size_t, std::size_t arrived) override { return arrived; }
};

struct RaceIgnoresRejections : Promise {
  void race(const std::vector<Ref> &members) override {
    for (const Ref &member : members) {
      const auto fulfilled = [self = shared_from_this()](std::uint64_t value) -> Ending {
        self->finish({Outcome::Kind::fulfilled, value});
        return Outcome{Outcome::Kind::fulfilled, value};
      };
      member->observe({fulfilled, nullptr, make()});
    }
  }
};

}  // namespace mutants

#endif
