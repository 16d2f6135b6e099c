#ifndef APLUS_MEMORY_H
#define APLUS_MEMORY_H

/// Has this process keep up to 128 MB that are free for what comes next, whichever thread that is on.
///
/// A runner holds a trace of a hundred megabytes for a moment, on whichever thread judges it. By
/// itself glibc keeps what such a thread has freed for that thread, and another one takes as much
/// again; and memory that is fresh from the system costs a fault of the processor for each page, a
/// sixth of the time of reading and judging such a trace. To be called before there is a second
/// thread; elsewhere than on glibc it does nothing.
void aplus_memory_reuse(void);

#endif
