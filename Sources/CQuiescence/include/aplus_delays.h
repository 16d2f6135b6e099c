#ifndef APLUS_DELAYS_H
#define APLUS_DELAYS_H

#include <pthread.h>
#include <stdint.h>

/// Random delays where a library takes or releases a pthread mutex.
///
/// A race between the release of a lock and the next time that it is taken has a window of a few
/// instructions; a thread that gives way there lets another one in. The functions of this process
/// stand before those of the C library, for every shared library that is opened too. They cost one
/// load while there are no delays. Only glibc is known to allow this; elsewhere nothing is delayed.
///
/// Locks that are made of futexes, as Swift's `Mutex`, and Dispatch's queues are not reached.

/// The seed that the runner gave to this process, as the variable `APLUS_SEED`; 0 without one.
uint64_t aplus_delays_seed(void);

/// Delays threads from now on, differently each time.
///
/// - Parameter seed: The same seed gives the same sequence of delays to a thread.
void aplus_delays_begin(uint64_t seed);

/// Delays threads less where other processes use the processors: the lanes are over.
void aplus_delays_let_up(void);

/// Delays nobody any more.
void aplus_delays_end(void);

/// How many delays there were since the process started.
uint64_t aplus_delays_count(void);

/// Takes a mutex of the harness, without a delay.
int aplus_delays_lock(pthread_mutex_t *mutex);

/// Releases a mutex of the harness, without a delay.
int aplus_delays_unlock(pthread_mutex_t *mutex);

#endif
