// The adapter of your channels, for aplus-check. Complete each place marked FILL IN, then remove its comment. The page
// of the kit for C describes all functions.
#include <pthread.h>
#include <stdlib.h>
#include "aplus_adapter.h"

// FILL IN: load your library, here a queue that blocks the calling thread
struct aplus_channel {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  uint64_t room, count;
  int32_t is_closed;
  aplus_token items[];
};

static aplus_channel *make_channel(const char *kind, uint64_t room, const aplus_completion *undelivered) {
  // FILL IN: make a channel of the kind
  aplus_channel *queue = calloc(1, sizeof *queue + room * sizeof *queue->items);
  pthread_mutex_init(&queue->lock, 0);
  pthread_cond_init(&queue->changed, 0);
  return (void)kind, (void)undelivered, queue->room = room, queue;
}
static void release_channel(aplus_channel *queue) { free(queue); }

static aplus_ending send(aplus_channel *queue, aplus_token element, const aplus_wait *wait) {
  // FILL IN: send, and block the thread until the channel has taken the element
  pthread_mutex_lock(&queue->lock);
  while (!queue->is_closed && queue->count == queue->room) pthread_cond_wait(&queue->changed, &queue->lock);
  const int is_taken = !queue->is_closed;
  if (is_taken) queue->items[queue->count++] = element;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
  return (void)wait, (aplus_ending){is_taken ? APLUS_RETURNED : APLUS_THREW, APLUS_ERROR, 0};
}
static aplus_ending receive(aplus_channel *queue, const aplus_wait *wait) {
  // FILL IN: receive, and block the thread until there is an element
  pthread_mutex_lock(&queue->lock);
  while (!queue->is_closed && queue->count == 0) pthread_cond_wait(&queue->changed, &queue->lock);
  aplus_ending ending = {queue->count ? APLUS_RETURNED : APLUS_ENDED, queue->items[0], 0};
  for (uint64_t index = 1; index < queue->count; index++) queue->items[index - 1] = queue->items[index];
  if (queue->count) queue->count--;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
  return (void)wait, ending;
}
static int32_t close_channel(aplus_channel *queue) {
  // FILL IN: close; return 1 if this call did it, 0 if it was closed before, -1 if your library does not say so
  pthread_mutex_lock(&queue->lock);
  const int32_t was_closed = queue->is_closed;
  queue->is_closed = 1;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
  return !was_closed;
}

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) {
  static const aplus_adapter_v1 table = {
      .abi = APLUS_ABI, .size = sizeof table, .name = "mylib", .library = "mylib", .version = "",
      // FILL IN: the kinds of channels, what can be done with one, such as offer or poll, and what your library promises
      .capabilities = "threads channels:bounded,send,close undelivered:told",
      .make_channel = make_channel, .release_channel = release_channel, .send = send, .receive = receive,
      .close_channel = close_channel};
  return &table;
}
