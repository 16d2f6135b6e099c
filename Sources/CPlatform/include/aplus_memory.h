#ifndef APLUS_MEMORY_H
#define APLUS_MEMORY_H

/// Has this process give memory back to the system as soon as it is free, at the price of some time.
///
/// A runner holds a trace of a hundred megabytes for a moment, on whichever thread judges it. By
/// itself glibc keeps what such a thread has freed for that thread, and another one takes as much
/// again. To be called before there is a second thread; elsewhere than on glibc it does nothing.
void aplus_memory_give_back(void);

#endif
