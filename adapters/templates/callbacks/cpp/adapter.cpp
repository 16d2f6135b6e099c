// The adapter of your functions with completion handlers, for aplus-check. Complete each place marked FILL IN, then
// remove its comment. The page of the kit for C describes the kinds of calls.
#include <thread>
#include "aplus_callbacks.hpp"
// FILL IN: load your library, here threads

// FILL IN: what your library promises, such as timing:later or timing:at-once
static aplus::Callbacks adapter("mylib", "", "timing:later threads", {
    // FILL IN: start calls of your library, and leave out what it does not have
    {"value", [](auto &, aplus::Done done) { std::thread([=] { done.value(); }).detach(); }},
    {"error", [](auto &, aplus::Done done) { std::thread([=] { done.error(); }).detach(); }},
});

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() { return adapter.table(); }
