#ifndef APLUS_DELAYS_H
#define APLUS_DELAYS_H

#include <pthread.h>
#include <stdint.h>

/// Random delays where a library takes or releases a pthread mutex.
///
/// A race between the release of a lock and the next time that it is taken has a window of a few
/// instructions; a thread that yields there lets another one in. The lock functions of this process
/// take precedence over those of the C library, also for every shared library that is opened. They
/// cost one load while there are no delays. Only glibc is known to allow this; with other C
/// libraries nothing is delayed.
///
/// This does not reach Dispatch queues, nor locks made of futexes, such as Swift's `Mutex`.

/// The seed that the runner passed to this process in the variable `APLUS_SEED`; 0 without one.
uint64_t aplus_delays_seed(void);

/// Delays threads from now on, differently each time.
///
/// - Parameter seed: The same seed gives the same sequence of delays to a thread.
void aplus_delays_begin(uint64_t seed);

/// Delays threads less if other processes use the processors; call it when the lanes are over.
void aplus_delays_let_up(void);

/// Stops all delays.
void aplus_delays_end(void);

/// How many delays there were since the process started.
uint64_t aplus_delays_count(void);

/// Takes a mutex of the harness, without a delay.
int aplus_delays_lock(pthread_mutex_t *mutex);

/// Releases a mutex of the harness, without a delay.
int aplus_delays_unlock(pthread_mutex_t *mutex);

#endif
