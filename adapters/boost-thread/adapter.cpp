#define BOOST_THREAD_VERSION 5
#define BOOST_THREAD_PROVIDES_EXECUTORS
#include <atomic>
#include <boost/thread/executors/basic_thread_pool.hpp>
#include <boost/thread/future.hpp>
#include <boost/version.hpp>
#include <memory>

#include "../kits/c/aplus_adapter.h"

using Future = boost::shared_future<aplus_token>;
struct Reason { aplus_token token; };
struct aplus_promise { Future future; boost::promise<aplus_token> promise; std::atomic<int> owners{1}; };

// Continuations run on a pool of one thread, so that their order depends on the library and not on chance.
static boost::basic_thread_pool &pool() { static auto &pool = *new boost::basic_thread_pool(1); return pool; }

static aplus_promise *own(Future future) { return new aplus_promise{std::move(future), {}}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static aplus_promise *make() {
  boost::promise<aplus_token> promise;
  Future future = promise.get_future().share();
  return new aplus_promise{std::move(future), std::move(promise)};
}
static int32_t fulfill(aplus_promise *p, aplus_token value) {
  try { p->promise.set_value(value); return 1; } catch (const boost::promise_already_satisfied &) { return 0; }
}
static int32_t reject(aplus_promise *p, aplus_token reason) {
  try { p->promise.set_exception(boost::copy_exception(Reason{reason})); return 1; }
  catch (const boost::promise_already_satisfied &) { return 0; }
}
static void abandon(aplus_promise *p) { boost::promise<aplus_token>().swap(p->promise); }
static aplus_promise *make_fulfilled(aplus_token value) { return own(boost::make_ready_future(value).share()); }
static aplus_promise *make_rejected(aplus_token reason) {
  return own(boost::make_exceptional_future<aplus_token>(boost::copy_exception(Reason{reason})).share());
}
static boost::future<aplus_token> result(aplus_ending ending) {
  if (ending.kind == APLUS_THREW) return boost::make_exceptional_future<aplus_token>(boost::copy_exception(Reason{ending.token}));
  if (ending.kind == APLUS_RETURNED) return boost::make_ready_future(ending.token);
  std::unique_ptr<aplus_promise, decltype(&release)> returned(ending.promise, release);
  return returned->future.then(pool(), [](Future future) { return future.get(); });
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  std::shared_ptr<void> kept(context, drop);
  return own(p->future.then(pool(), [=](Future future) -> boost::future<aplus_token> {
    aplus_token value;
    try { value = future.get(); }
    catch (const Reason &reason) { return bad ? result(bad(kept.get(), reason.token)) : result({APLUS_THREW, reason.token, nullptr}); }
    catch (...) { return bad ? result(bad(kept.get(), APLUS_ERROR)) : result({APLUS_THREW, APLUS_ERROR, nullptr}); }
    return ok ? result(ok(kept.get(), value)) : boost::make_ready_future(value);
  }).unwrap().share());
}
static aplus_ending wait(aplus_promise *p, uint32_t milliseconds) {
  if (milliseconds && p->future.wait_for(boost::chrono::milliseconds(milliseconds)) == boost::future_status::timeout)
    return {APLUS_THREW, APLUS_ERROR_TIMED_OUT, nullptr};
  try { return {APLUS_RETURNED, p->future.get(), nullptr}; }
  catch (const Reason &reason) { return {APLUS_THREW, reason.token, nullptr}; }
  catch (...) { return {APLUS_THREW, APLUS_ERROR, nullptr}; }
}
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "boost-thread", "Boost.Thread future", BOOST_LIB_VERSION,
      "threads acceptance await:blocking,limit abandon broken-promise", make, fulfill, reject, then, retain, release, nullptr,
      make_fulfilled, make_rejected, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
      nullptr, nullptr, nullptr, nullptr, wait, nullptr, nullptr, nullptr, nullptr, nullptr, abandon};
  return &table;
}
