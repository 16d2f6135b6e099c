// A service in C whose functions take a completion handler, right unless APLUS_FAULT names a fault of it.
//
// One thread calls all handlers, in the order in which their calls were finished, and holds no lock then.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SERVICE_OK, SERVICE_FAILED, SERVICE_CANCELLED };

typedef void (*service_handler)(void *data, int status, uint64_t value);

typedef struct service_call service_call;
struct service_call {
  service_handler handler;
  void *data;
  int status, owners, is_finished;
  uint64_t value;
  service_call *next;
};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  service_call *first, *last;
  int is_running;
} service = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int service_has(const char *fault) {
  const char *name = getenv("APLUS_FAULT");
  return name && strcmp(name, fault) == 0;
}

static void service_release(service_call *call) {
  pthread_mutex_lock(&service.lock);
  int owners = --call->owners;
  pthread_mutex_unlock(&service.lock);
  if (owners == 0) free(call);
}

static void *service_work(void *none) {
  pthread_mutex_lock(&service.lock);
  for (;;) {
    while (!service.first) pthread_cond_wait(&service.changed, &service.lock);
    service_call *call = service.first;
    service.first = call->next;
    if (!service.first) service.last = NULL;
    int holds_lock = service_has("calls-under-its-lock");
    if (!holds_lock) pthread_mutex_unlock(&service.lock);
    call->handler(call->data, call->status, call->value);
    if (service_has("calls-twice")) call->handler(call->data, call->status, call->value);
    if (holds_lock) pthread_mutex_unlock(&service.lock);
    service_release(call);
    pthread_mutex_lock(&service.lock);
  }
  return none;
}

// Starts a call that stays open.
static service_call *service_open(service_handler handler, void *data) {
  service_call *call = calloc(1, sizeof *call);
  *call = (service_call){.handler = handler, .data = data, .owners = 1};
  pthread_mutex_lock(&service.lock);
  if (!service.is_running) {
    pthread_t thread;
    service.is_running = 1;
    pthread_create(&thread, NULL, service_work, NULL);
  }
  pthread_mutex_unlock(&service.lock);
  return call;
}

// Ends a call; of several attempts the first counts.
static void service_finish(service_call *call, int status, uint64_t value) {
  pthread_mutex_lock(&service.lock);
  if (!call->is_finished) {
    call->is_finished = 1;
    call->status = status;
    call->value = value;
    ++call->owners;
    if (service.last) service.last->next = call; else service.first = call;
    service.last = call;
    pthread_cond_signal(&service.changed);
  }
  pthread_mutex_unlock(&service.lock);
}

static void service_cancel(service_call *call) {
  if (!service_has("result-after-cancel")) service_finish(call, SERVICE_CANCELLED, 0);
}

// Starts a call that gets the value of a key.
static service_call *service_get(const char *key, uint64_t value, service_handler handler, void *data) {
  service_call *call = service_open(handler, data);
  if (strcmp(key, "cached") == 0 && service_has("cached-at-once")) handler(data, SERVICE_OK, value);
  else if (strcmp(key, "invalid") == 0) {
    if (!service_has("never-on-an-error")) service_finish(call, SERVICE_FAILED, 0);
  } else service_finish(call, strcmp(key, "error") == 0 ? SERVICE_FAILED : SERVICE_OK, value);
  return call;
}
