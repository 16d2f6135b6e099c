#include "aplus_native.h"

namespace {

/// The functions of the adapter; a process has one adapter.
aplus_adapter_v1 given;

/// A function of the table that ends the process where an exception leaves it.
///
/// Such an exception would go through the frames of the host without ending them, to whatever catches it: most
/// libraries catch what handlers throw, and this may come out of a call that a handler makes.
template <auto function> struct Door;

template <typename Result, typename... Arguments, Result (*aplus_adapter_v1::*function)(Arguments...)>
struct Door<function> {
  static Result call(Arguments... arguments) noexcept { return (given.*function)(arguments...); }
};

template <auto... functions> void close(aplus_adapter_v1 &table) {
  ((table.*functions = table.*functions ? Door<functions>::call : nullptr), ...);
}

}  // namespace

void aplus_native_close_door(aplus_adapter_v1 *table) {
  using Table = aplus_adapter_v1;
  given = *table;
  close<&Table::make, &Table::fulfill, &Table::reject, &Table::then, &Table::retain, &Table::release,
      &Table::resolve, &Table::make_fulfilled, &Table::make_rejected, &Table::cancel, &Table::drain,
      &Table::make_context, &Table::release_context, &Table::then_on, &Table::identity,
      &Table::current_context>(*table);
}
