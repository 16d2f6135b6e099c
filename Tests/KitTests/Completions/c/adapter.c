// The adapter of the service: ten lines, and its table.
#include "aplus_adapter.h"
#include "service.h"

static void done(void *data, int status, uint64_t value) {
  if (status == SERVICE_OK) return aplus_succeed(data, value);
  aplus_fail(data, value ? value : status == SERVICE_CANCELLED ? APLUS_ERROR_CANCELLED : APLUS_ERROR);
}
static aplus_call *start(const aplus_request *request, const aplus_completion *handler, aplus_context *on) {
  (void)on;
  int is_cancelled = aplus_is(request, "cancelled");
  service_call *call = is_cancelled || aplus_is(request, "open")
      ? service_open(done, (void *)handler) : service_get(request->kind, request->value, done, (void *)handler);
  if (is_cancelled) service_cancel(call);
  return (aplus_call *)call;
}
static void finish(aplus_call *call, const aplus_token *value, const aplus_token *error) {
  service_finish((service_call *)call, value ? SERVICE_OK : SERVICE_FAILED, value ? *value : *error);
}
static void cancel(aplus_call *call) { service_cancel((service_call *)call); }
static void release(aplus_call *call) { service_release((service_call *)call); }

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) {
  static const aplus_adapter_v1 table = {
      .abi = APLUS_ABI, .size = sizeof table, .name = "completions", .library = "service", .version = "1",
      .capabilities = "calls:open,echo,value,error,cached,empty,invalid,cancelled threads timing:later "
                      "cancel:reports-once order:completion",
      .start = start, .finish = finish, .cancel_call = cancel, .release_call = release};
  return &table;
}
