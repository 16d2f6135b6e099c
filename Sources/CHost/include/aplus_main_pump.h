#ifndef APLUS_MAIN_PUMP_H
#define APLUS_MAIN_PUMP_H

/// Runs the work of the main thread forever; call it on the main thread.
///
/// Runs the main run loop where Foundation is loaded, else the main queue where Dispatch is
/// loaded, else nothing. It links neither of them: a library that uses neither does not pay for
/// them when the process starts.
void aplus_main_pump(void) __attribute__((noreturn));

#endif
