#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Begins to listen to the signals that end a process. The first writes a notice to the standard error; the second
/// ends the process with a status, at once and without a thread. A signal that is ignored stays so. A terminal that
/// closes may send two hang-ups, which count as one within a second.
void aplus_interruption_listen(const char *notice, int32_t status);

/// How many signals have come.
int32_t aplus_interruption_count(void);

/// Whether so many threads can be made at the same time.
bool aplus_process_can_make_threads(int32_t count);

/// Whether so many bytes of address space are free.
bool aplus_process_has_room(int64_t bytes);

/// Whether so many descriptors can be opened, at most 64.
bool aplus_process_can_open(int32_t count);

/// Raises the limit of descriptors of this process as far as it may, and gives it.
int32_t aplus_process_raise_descriptors(void);

/// How many descriptors are open.
int32_t aplus_process_open_descriptors(int32_t limit);

/// Keeps other processes of the same user from reading this one through `/proc` and from tracing it. It has no effect
/// on one that is being traced, as a debugger would lose it.
void aplus_process_hide(void);
