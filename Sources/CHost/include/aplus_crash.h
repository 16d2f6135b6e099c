#ifndef APLUS_CRASH_H
#define APLUS_CRASH_H

#include <stdint.h>

/// Writes where the process crashes, as a message of a run, before it ends as it would have.
///
/// Catches the signals of faults and aborts, except on a thread whose stack has overflowed and
/// that did not call `aplus_crash_thread`. Call it once in a process.
///
/// `output` gets the message, `adapter` is the mangled type of the adapter, and `entry` a function
/// of it; either may be null.
void aplus_crash_report(int32_t output, int64_t run, const char *adapter, const void *entry);

/// Lets the calling thread report that its stack has overflowed, and notes the number of its stack
/// in the trace.
void aplus_crash_thread(int32_t stack);

#endif
