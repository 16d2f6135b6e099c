#ifndef APLUS_PARKING_H
#define APLUS_PARKING_H

#include <stdint.h>

/// A place where threads wait for something to change, without a time limit.
///
/// Waiting without a limit matters: the kernel then shows that only another thread can end the
/// wait. A thread reads the count, checks its condition, and if that does not hold, parks with the
/// count that it read; a change in between is never missed.
struct aplus_parking;

/// Makes a place; returns a null pointer if there is no memory.
struct aplus_parking *aplus_parking_make(void);

/// Frees a place where no thread waits.
void aplus_parking_free(struct aplus_parking *parking);

/// Reads the count of changes.
uint32_t aplus_parking_count(struct aplus_parking *parking);

/// Waits until the count of changes differs from `count`.
void aplus_parking_wait(struct aplus_parking *parking, uint32_t count);

/// Counts a change and wakes all waiting threads.
void aplus_parking_wake(struct aplus_parking *parking);

#endif
