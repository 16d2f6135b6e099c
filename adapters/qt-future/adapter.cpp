// QFuture of Qt 6. This checks `then` in its usual form, without a launch policy, which means QtFuture::Launch::Sync.
// It takes one handler: a handler that takes the future gets both values and exceptions, and the one of `onCanceled`
// runs for a future that ends without either.
// Coroutines await it with QCoro, in a thread with an event loop, which a QFutureWatcher needs.
// `cancel` is left out: it only asks the producer of the result to stop, and settles nothing.
#include <QCoroFuture>
#include <QtCore/QCoreApplication>
#include <QtCore/QFuture>
#include <QtCore/QPromise>
#include <atomic>
#include <future>
#include <memory>
#include <thread>

#include "../kits/c/aplus_adapter.h"

using Future = QFuture<aplus_token>;
struct Reason { aplus_token token; };
struct aplus_promise { QPromise<aplus_token> promise; Future future; std::atomic<int> owners{1}; };

static aplus_promise *own(Future future) { return new aplus_promise{{}, std::move(future)}; }
static void retain(aplus_promise *p) { ++p->owners; }
static void release(aplus_promise *p) { if (--p->owners == 0) delete p; }
static aplus_promise *make() {
  QPromise<aplus_token> promise;
  promise.start();
  Future future = promise.future();
  return new aplus_promise{std::move(promise), std::move(future)};
}
static Future rejected(aplus_token reason) {
  return QtFuture::makeExceptionalFuture<aplus_token>(std::make_exception_ptr(Reason{reason}));
}
static int32_t fulfill(aplus_promise *p, aplus_token value) { p->promise.addResult(value); p->promise.finish(); return 0; }
static int32_t reject(aplus_promise *p, aplus_token reason) {
  p->promise.setException(std::make_exception_ptr(Reason{reason}));
  p->promise.finish();
  return 0;
}
static void abandon(aplus_promise *p) { p->promise = QPromise<aplus_token>(); }
static aplus_promise *make_fulfilled(aplus_token value) { return own(QtFuture::makeReadyFuture(value)); }
static aplus_promise *make_rejected(aplus_token reason) { return own(rejected(reason)); }
static Future result(aplus_ending ending) {
  if (ending.kind == APLUS_THREW) return rejected(ending.token);
  if (ending.kind == APLUS_RETURNED) return QtFuture::makeReadyFuture(ending.token);
  return std::unique_ptr<aplus_promise, decltype(&release)>(ending.promise, release)->future;
}
static aplus_promise *then(aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  std::shared_ptr<void> kept(context, drop);
  auto settled = [=](Future future) -> Future {
    aplus_token value;
    try { value = future.result(); }
    catch (const Reason &reason) { return bad ? result(bad(kept.get(), reason.token)) : future; }
    return ok ? result(ok(kept.get(), value)) : future;
  };
  auto cancelled = [=]() -> Future { return bad ? result(bad(kept.get(), APLUS_ERROR_CANCELLED)) : Future(); };
  return own(p->future.then(settled).onCanceled(cancelled).unwrap());
}
static QCoreApplication *application() {
  static QCoreApplication *const application = [] {
    std::promise<QCoreApplication *> made;
    std::thread([&made] {
      static int count = 0;
      QCoreApplication application(count, nullptr);
      made.set_value(&application);
      application.exec();
    }).detach();
    return made.get_future().get();
  }();
  return application;
}
static QCoro::Task<> perform(const aplus_task *task) {
  while (const aplus_promise *next = task->next(task)) {
    aplus_ending outcome{APLUS_RETURNED, 0, nullptr};
    try { outcome.token = co_await next->future; }
    catch (const Reason &reason) { outcome = {APLUS_THREW, reason.token, nullptr}; }
    task->resume(task, outcome);
  }
}
static void start_task(const aplus_task *task) { QMetaObject::invokeMethod(application(), [task] { perform(task); }); }
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  static const aplus_adapter_v1 table{APLUS_ABI, sizeof table, "qt-future", "QFuture", qVersion(),
      "threads await resume:later abandon cancel-on-drop",
      make, fulfill, reject, then, retain, release, nullptr, make_fulfilled, make_rejected, nullptr, nullptr,
      nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, start_task,
      nullptr, nullptr, nullptr, nullptr, abandon};
  return &table;
}
