#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Begins to handle the signals that end a process: a signal ends it with a status, at once and without the help of a
/// thread. A signal that is ignored stays ignored.
void aplus_interruption_begin(int32_t status);

/// From now on, the first signal only writes a notice to standard error, and the second ends the process. A terminal that
/// closes may send two hang-ups; within a second, they count as one.
void aplus_interruption_listen(const char *notice);

/// How many signals have arrived.
int32_t aplus_interruption_count(void);

/// Returns memory that is free to the system, as far as the allocator would keep it.
void aplus_process_return_memory(void);

/// Whether this many threads can run at the same time.
bool aplus_process_can_make_threads(int32_t count);

/// Whether this many bytes of address space are free.
bool aplus_process_has_room(int64_t bytes);

/// Whether this many descriptors, at most 64, can be opened.
bool aplus_process_can_open(int32_t count);

/// Keeps the limits of this process as they are: a thread raises those that another process lowers. Where the system does
/// not allow that, or the process has failed for want of them, it says so and ends with status 3. Returns whether the
/// thread could be made.
bool aplus_process_keep_limits(void);

/// How many descriptors this process may have.
int64_t aplus_process_descriptor_limit(void);

/// How many bytes of address space this process may have.
int64_t aplus_process_space_limit(void);

/// Raises the limit of descriptors of this process as far as a run needs and the system allows; returns the limit.
int32_t aplus_process_raise_descriptors(void);

/// How many descriptors are open.
int32_t aplus_process_open_descriptors(int32_t limit);

/// Keeps other processes of the same user from reading this one through `/proc` and from tracing it. It has no effect
/// while this one is being traced, as a debugger would lose it.
void aplus_process_hide(void);
