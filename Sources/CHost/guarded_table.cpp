#include "aplus_native.h"

namespace {

/// The functions of the adapter; a process has one adapter.
aplus_adapter_v1 given;

/// Wraps a function of the table: an exception that leaves it ends the process.
///
/// Otherwise the exception would pass through frames of the host without unwinding them, until
/// something catches it. Most libraries catch what handlers throw, and a handler may have made the
/// call that throws.
template <auto function> struct Guarded;

template <
    typename Result, typename... Arguments, Result (*aplus_adapter_v1::*function)(Arguments...)>
struct Guarded<function> {
  static Result call(Arguments... arguments) noexcept { return (given.*function)(arguments...); }
};

template <auto... functions> void guard(aplus_adapter_v1 &table) {
  ((table.*functions = table.*functions ? Guarded<functions>::call : nullptr), ...);
}

}  // namespace

void aplus_native_guard(aplus_adapter_v1 *table) {
  using Table = aplus_adapter_v1;
  given = *table;
  guard<&Table::make, &Table::fulfill, &Table::reject, &Table::then, &Table::retain,
      &Table::release, &Table::resolve, &Table::make_fulfilled, &Table::make_rejected,
      &Table::cancel, &Table::drain, &Table::make_context, &Table::release_context,
      &Table::then_on, &Table::identity, &Table::current_context, &Table::start, &Table::finish,
      &Table::cancel_call, &Table::release_call, &Table::wait, &Table::start_task, &Table::run_main,
      &Table::cancel_with, &Table::combine, &Table::thrown, &Table::abandon, &Table::make_channel,
      &Table::release_channel, &Table::send, &Table::receive, &Table::offer, &Table::poll,
      &Table::close_channel, &Table::fail_channel, &Table::cancel_channel, &Table::drop_sender,
      &Table::drop_receiver>(*table);
}
