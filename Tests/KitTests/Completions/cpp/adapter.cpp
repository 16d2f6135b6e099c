// The adapter of the service: a lambda for each kind of call.
#include "aplus_callbacks.hpp"
#include "service.hpp"

using service::Queue;

static service::Service &library() {
  static auto *library = new service::Service();  // Its threads outlive the functions that exit runs.
  return *library;
}
static service::Handler handler(const aplus::Done &done) {
  return [done](const service::Result &result) {
    if (result.value) return done.value(*result.value);
    const bool isCancelled = result.failure == service::Failure::cancelled;
    done.error(isCancelled ? APLUS_ERROR_CANCELLED : result.detail ? result.detail : APLUS_ERROR);
  };
}
static aplus::Call started(const service::Service::CallPointer &call) {
  return {
      [call](const aplus::Outcome &outcome) {
        if (outcome.value) return library().finish(call, {outcome.value, std::nullopt});
        library().finish(call, {std::nullopt, service::Failure::failed, *outcome.error});
      },
      [call] { library().cancel(call); }};
}
static aplus::Starter get(const char *key) {
  return [key](const aplus::Request &request, const aplus::Done &done) {
    library().enter();
    return started(library().get(key, request.value, handler(done), request.context<Queue>()));
  };
}
static aplus::Call open(const aplus::Request &request, const aplus::Done &done) {
  return started(library().open(handler(done), request.context<Queue>()));
}
static aplus::Call cancelled(const aplus::Request &request, const aplus::Done &done) {
  aplus::Call call = open(request, done);
  call.cancel();
  return call;
}
static void sequence(const aplus::Request &request, const aplus::Done &done) {
  library().sequence(
      request.tasks,
      [done](std::size_t task, const service::Service::Next &next) {
        done.perform(task, [next](const aplus::Outcome &outcome) { next(outcome.error.has_value()); });
      },
      handler(done));
}

static aplus::Callbacks adapter(
    "service", "1", "threads timing:later cancel:reports-once order:completion throws:to-platform collect",
    {{"open", open}, {"echo", get("echo")}, {"value", get("value")}, {"error", get("error")},
     {"cached", get("cached")}, {"empty", get("empty")}, {"invalid", get("invalid")},
     {"cancelled", cancelled}, {"sequence", sequence}});

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  library().onUncaught = aplus::uncaught;
  return adapter.contexts<Queue>().table();
}
