#include "aplus_main_pump.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <unistd.h>

extern void CFRunLoopRun(void) __attribute__((weak));

#ifdef __linux__
// What Core Foundation itself uses to run the main queue. `dispatch_main` would end the main thread
// instead, and blocks of the main queue would then run on other threads.
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *) __attribute__((weak));

static void pump_main_queue(void) {
  int handle = _dispatch_get_main_queue_handle_4CF();
  for (;;) {
    struct pollfd poller = {handle, POLLIN, 0};
    if (poll(&poller, 1, -1) < 0 && errno != EINTR) return;
    if (!(poller.revents & POLLIN)) continue;
    uint64_t count;
    if (read(handle, &count, sizeof count) < 0 && errno != EAGAIN && errno != EINTR) return;
    _dispatch_main_queue_callback_4CF(0);
  }
}
#endif

void aplus_main_pump(void) {
#ifdef __linux__
  if (!CFRunLoopRun && _dispatch_get_main_queue_handle_4CF && _dispatch_main_queue_callback_4CF) {
    pump_main_queue();
  }
#endif
  for (;;) {
    // Returns at once while the run loop has neither sources nor timers.
    if (CFRunLoopRun) CFRunLoopRun();
    struct pollfd *none = 0;
    poll(none, 0, CFRunLoopRun ? 1 : -1);
  }
}
