#include <atomic>
#include <string_view>

#include "../kits/c/aplus_adapter.h"
#include "promise.hpp"

using Promise = pool::Promise<aplus_token>;
struct Reason { aplus_token token; };
struct aplus_promise { Promise promise; std::atomic<int> owners{1}; };
struct aplus_context { std::shared_ptr<pool::Line> line; };

static aplus_promise *own(Promise promise) { return new aplus_promise{std::move(promise)}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static aplus_promise *make() { return own(Promise()); }
static int32_t fulfill(aplus_promise *p, aplus_token value) { return p->promise.fulfill(value); }
static int32_t reject(aplus_promise *p, aplus_token reason) { return p->promise.reject(std::make_exception_ptr(Reason{reason})); }
static void resolve(aplus_promise *p, aplus_promise *other) { p->promise.resolve(other->promise); }

static Promise::Result result(aplus_ending ending) {
  if (ending.kind == APLUS_THREW) throw Reason{ending.token};
  if (ending.kind == APLUS_RETURNED) return ending.token;
  return std::unique_ptr<aplus_promise, decltype(&release)>(ending.promise, release)->promise;
}
static aplus_token token(const std::exception_ptr &error) {
  try { std::rethrow_exception(error); }
  catch (const Reason &reason) { return reason.token; }
  catch (const pool::SelfResolution &) { return APLUS_ERROR_SELF_RESOLUTION; }
  catch (...) { return APLUS_ERROR; }
}
static aplus_promise *then_on(aplus_promise *p, aplus_context *on, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  std::shared_ptr<void> kept(context, drop);
  return own(p->promise.then(
      ok ? [=](aplus_token value) { return result(ok(kept.get(), value)); } : Promise::OnFulfilled(),
      bad ? [=](std::exception_ptr error) { return result(bad(kept.get(), token(error))); } : Promise::OnRejected(),
      on ? on->line : nullptr));
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  return then_on(p, nullptr, ok, bad, context, drop);
}
static aplus_ending wait(aplus_promise *p, uint32_t milliseconds) {
  try {
    const auto value = p->promise.get(std::chrono::milliseconds(milliseconds));
    return value ? aplus_ending{APLUS_RETURNED, *value, nullptr} : aplus_ending{APLUS_THREW, APLUS_ERROR_TIMED_OUT, nullptr};
  } catch (...) { return {APLUS_THREW, token(std::current_exception()), nullptr}; }
}
static aplus_promise *combine(const aplus_combination *given) {
  std::vector<Promise> members;
  for (uint64_t index = 0; index < given->count; ++index) members.push_back(given->members[index]->promise);
  if (aplus_combines(given, "race")) return own(Promise::race(members));
  if (aplus_combines(given, "all")) {
    return own(Promise::all(members, [list = given->list](const auto &values) { return list(values.data(), values.size()); }));
  }
  std::shared_ptr<void> kept(given->context, given->drop);
  return own(members.at(0).finally([=, call = given->call] { result(call(kept.get(), 0)); }));
}
static aplus_context *make_context(const char *kind) {
  auto line = std::make_shared<pool::Line>();
  if (std::string_view(kind) == "dead") line->stop();
  return new aplus_context{line};
}
static void release_context(aplus_context *on) { delete on; }
static const void *identity(aplus_context *on) { return on->line.get(); }
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "cpp-pool", "pool::Promise", "",
      "threads parallel acceptance contexts:serial,dead await:blocking,limit combinators:all,race,finally",
      make, fulfill, reject, then, retain, release, resolve, nullptr, nullptr, nullptr, nullptr,
      make_context, release_context, then_on, identity, pool::current,
      nullptr, nullptr, nullptr, nullptr, wait, nullptr, nullptr, nullptr, combine, nullptr};
  return &table;
}
