// Requests of libuv: the file system, and work on its thread pool.
#define _GNU_SOURCE  // uv.h needs it
#include <stdlib.h>
#include <uv.h>

#include "aplus_adapter.h"

struct aplus_call {
  union { uv_req_t any; uv_fs_t fs; uv_work_t work; } request;
  const aplus_completion *done;
  aplus_token value;
  int is_over, is_released;
};

static uint64_t called;

static void free_call(aplus_call *call) { if (call->is_over && call->is_released) free(call); }
static void end(aplus_call *call, int64_t status) {
  ++called;
  if (status < 0) aplus_fail(call->done, status == UV_ECANCELED ? APLUS_ERROR_CANCELLED : APLUS_ERROR);
  else aplus_succeed(call->done, call->value);
  call->is_over = 1;
  free_call(call);
}
static void end_fs(uv_fs_t *request) {
  ssize_t result = request->result;
  uv_fs_req_cleanup(request);
  end(request->data, result);
}
static void end_work(uv_work_t *request, int status) { end(request->data, status); }
static void work(uv_work_t *request) { (void)request; }

static aplus_call *start(const aplus_request *request, const aplus_completion *done, aplus_context *on) {
  static char nothing[1];
  (void)on;
  uv_loop_t *loop = uv_default_loop();
  uv_buf_t empty = uv_buf_init(nothing, 0);
  aplus_call *call = calloc(1, sizeof *call);
  call->done = done;
  call->request.any.data = call;
  uv_fs_t *fs = &call->request.fs;
  int error = 0;
  if (aplus_is(request, "echo")) {
    call->value = request->value;
    error = uv_queue_work(loop, &call->request.work, work, end_work);
  } else if (aplus_is(request, "value")) error = uv_fs_stat(loop, fs, "/", end_fs);
  else if (aplus_is(request, "empty")) error = uv_fs_write(loop, fs, 2, &empty, 1, -1, end_fs);
  else if (aplus_is(request, "error")) error = uv_fs_stat(loop, fs, "/no/such/file", end_fs);
  else error = uv_fs_read(loop, fs, 0, &empty, 0, 0, end_fs);
  call->is_over = error < 0;
  return call;
}
static void cancel(aplus_call *call) { if (!call->is_over) uv_cancel(&call->request.any); }
static void release(aplus_call *call) { call->is_released = 1; free_call(call); }
// Every request ends by itself, so the loop may wait for one.
static uint64_t drain(void) {
  for (called = 0; !called && uv_loop_alive(uv_default_loop());) uv_run(uv_default_loop(), UV_RUN_ONCE);
  return called;
}

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) {
  static aplus_adapter_v1 table = {
      .abi = APLUS_ABI, .size = sizeof table, .name = "libuv", .library = "requests of libuv",
      .capabilities = "calls:echo,value,empty,error,invalid timing:later cancel:may-still-run",
      .drain = drain, .start = start, .cancel_call = cancel, .release_call = release};
  table.version = uv_version_string();
  return &table;
}
