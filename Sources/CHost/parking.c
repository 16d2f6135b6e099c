#include "aplus_parking.h"

#include "aplus_delays.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct aplus_parking {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  atomic_uint count;
  atomic_int waiting;
};

struct aplus_parking *aplus_parking_make(void) {
  struct aplus_parking *parking = malloc(sizeof *parking);
  if (!parking) return 0;
  pthread_mutex_init(&parking->mutex, 0);
  pthread_cond_init(&parking->changed, 0);
  atomic_init(&parking->count, 0);
  atomic_init(&parking->waiting, 0);
  return parking;
}

void aplus_parking_free(struct aplus_parking *parking) {
  pthread_cond_destroy(&parking->changed);
  pthread_mutex_destroy(&parking->mutex);
  free(parking);
}

uint32_t aplus_parking_count(struct aplus_parking *parking) {
  return atomic_load(&parking->count);
}

void aplus_parking_wait(struct aplus_parking *parking, uint32_t count) {
  atomic_fetch_add(&parking->waiting, 1);
  aplus_delays_lock(&parking->mutex);
  while (atomic_load(&parking->count) == count) {
    pthread_cond_wait(&parking->changed, &parking->mutex);
  }
  aplus_delays_unlock(&parking->mutex);
  atomic_fetch_sub(&parking->waiting, 1);
}

void aplus_parking_wake(struct aplus_parking *parking) {
  atomic_fetch_add(&parking->count, 1);
  // Both sides change one word and then read the other's, so at least one of them sees the change.
  if (atomic_load(&parking->waiting) == 0) return;
  aplus_delays_lock(&parking->mutex);
  pthread_cond_broadcast(&parking->changed);
  aplus_delays_unlock(&parking->mutex);
}
