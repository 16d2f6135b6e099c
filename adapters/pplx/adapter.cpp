// Tasks of the C++ REST SDK. A continuation takes either the value or the task, and a task that it returns is adopted.
// This uses a continuation with the task if there is an onRejected, and one with the value if there is none.
// Cancellation is left out: a token only requests it, and does not settle a task of a task_completion_event.
// The library ends the process if an exception was never observed, unless this macro is empty.
#define _REPORT_PPLTASK_UNOBSERVED_EXCEPTION() ((void)0)
#include <atomic>
#include <cpprest/version.h>
#include <memory>
#include <pplx/pplxtasks.h>
#include <pplx/threadpool.h>
#include <string_view>

#include "../kits/c/aplus_adapter.h"

using Task = pplx::task<aplus_token>;
struct Reason { aplus_token token; };
struct aplus_promise { Task task; pplx::task_completion_event<aplus_token> event; std::atomic<int> owners{1}; };

// A scheduler that sets a mark while it runs work. Subclasses pass the work on to another scheduler.
struct Place : pplx::scheduler_interface {
  struct Work { pplx::TaskProc_t proc; void *parameter; const Place *place; };
  static inline thread_local const Place *current = nullptr;
  static void run(void *pointer) {
    const std::unique_ptr<Work> work(static_cast<Work *>(pointer));
    const Place *outer = std::exchange(current, work->place);
    work->proc(work->parameter);
    current = outer;
  }
  void schedule(pplx::TaskProc_t proc, void *parameter) override { hand(new Work{proc, parameter, this}); }
  virtual void hand(Work *work) = 0;
};
// The library's own pool, with one thread, so that the order of continuations depends on the library, not on chance.
struct Pool : Place {
  pplx::default_scheduler_t scheduler;
  Pool() { crossplat::threadpool::initialize_with_threads(1); }
  void hand(Work *work) override { scheduler.schedule(run, work); }
};
struct Serial : Place, std::enable_shared_from_this<Serial> {
  boost::asio::io_service::strand strand{crossplat::threadpool::shared_instance().service()};
  void hand(Work *work) override { strand.post([work, self = shared_from_this()] { run(work); }); }
};
struct Inline : Place { void hand(Work *work) override { run(work); } };
struct Dead : Place { void hand(Work *work) override { delete work; } };
struct aplus_context { std::shared_ptr<Place> place; };

static aplus_promise *own(Task task) { return new aplus_promise{std::move(task), {}}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static aplus_promise *make() {
  pplx::task_completion_event<aplus_token> event;
  return new aplus_promise{Task(event), event};
}
static int32_t fulfill(aplus_promise *p, aplus_token value) { return p->event.set(value); }
static int32_t reject(aplus_promise *p, aplus_token reason) { return p->event.set_exception(Reason{reason}); }
static void abandon(aplus_promise *p) { p->event = {}; }
static aplus_promise *make_fulfilled(aplus_token value) { return own(pplx::task_from_result(value)); }
static aplus_promise *make_rejected(aplus_token reason) { return own(pplx::task_from_exception<aplus_token>(Reason{reason})); }
static Task result(aplus_ending ending) {
  if (ending.kind == APLUS_THREW) throw Reason{ending.token};
  if (ending.kind == APLUS_RETURNED) return pplx::task_from_result(ending.token);
  return std::unique_ptr<aplus_promise, decltype(&release)>(ending.promise, release)->task;
}
static aplus_promise *then_with(
    const pplx::task_options &options, aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  std::shared_ptr<void> kept(context, drop);
  auto fulfilled = [=](aplus_token value) { return ok ? result(ok(kept.get(), value)) : pplx::task_from_result(value); };
  if (!bad) return own(p->task.then(fulfilled, options));
  return own(p->task.then([=](Task task) -> Task {
    aplus_token value;
    try { value = task.get(); }
    catch (const Reason &reason) { return result(bad(kept.get(), reason.token)); }
    catch (const pplx::task_canceled &) { return result(bad(kept.get(), APLUS_ERROR_CANCELLED)); }
    catch (...) { return result(bad(kept.get(), APLUS_ERROR)); }
    return fulfilled(value);
  }, options));
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  return then_with({}, p, ok, bad, context, drop);
}
static aplus_promise *then_on(
    aplus_promise *p, aplus_context *on, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  return then_with(on->place, p, ok, bad, context, drop);
}
static aplus_context *make_context(const char *kind) {
  if (std::string_view(kind) == "inline") return new aplus_context{std::make_shared<Inline>()};
  if (std::string_view(kind) == "dead") return new aplus_context{std::make_shared<Dead>()};
  return new aplus_context{std::make_shared<Serial>()};
}
static void release_context(aplus_context *on) { delete on; }
static const void *identity(aplus_context *on) { return on->place.get(); }
static const void *current_context() { return Place::current; }
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  pplx::set_ambient_scheduler(std::make_shared<Pool>());
#define TEXT(x) #x
#define VERSION(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "pplx", "pplx::task",
      VERSION(CPPREST_VERSION_MAJOR, CPPREST_VERSION_MINOR, CPPREST_VERSION_REVISION),
      "threads acceptance collect contexts:serial,inline,dead abandon cancel-on-drop",
      make, fulfill, reject, then, retain, release, nullptr, make_fulfilled, make_rejected, nullptr, nullptr,
      make_context, release_context, then_on, identity, current_context,
      nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, abandon};
  return &table;
}
