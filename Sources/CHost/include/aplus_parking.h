#ifndef APLUS_PARKING_H
#define APLUS_PARKING_H

#include <stdint.h>

/// A place where threads wait for something to change, without a time limit.
///
/// Waiting without a limit matters: the kernel then shows that the thread cannot wake by itself.
/// A thread reads the count, looks whether what it waits for is there, and else parks with the
/// count that it read; a change in between is never missed.
struct aplus_parking;

/// Makes a place; a null pointer when there is no memory.
struct aplus_parking *aplus_parking_make(void);

/// Frees a place where nobody waits.
void aplus_parking_free(struct aplus_parking *parking);

/// Reads the count of changes.
uint32_t aplus_parking_count(struct aplus_parking *parking);

/// Waits until the count is another one.
void aplus_parking_wait(struct aplus_parking *parking, uint32_t count);

/// Counts a change and wakes all who wait.
void aplus_parking_wake(struct aplus_parking *parking);

#endif
