#ifdef __linux__

#include "aplus_proc.h"

#include <errno.h>
#include <limits.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { word = CHAR_BIT * sizeof(unsigned long), words = 8192 / word };

// A sleep until a moment in the past ends with the next timer interrupt that the processor takes,
// which serves all timers that are due there.
static void sleep_until_interrupt(void) {
  struct timespec past = {0, 1};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, 0);
}

bool aplus_proc_await_interrupts(void) {
  unsigned long all[words] = {0};
  long size = syscall(SYS_sched_getaffinity, 0, sizeof all, all);
  bool isWhole = size > 0;
  for (long processor = 0; processor < size * CHAR_BIT; processor++) {
    unsigned long bit = 1ul << processor % word;
    if (!(all[processor / word] & bit)) continue;
    unsigned long one[words] = {0};
    one[processor / word] = bit;
    if (!syscall(SYS_sched_setaffinity, 0, (size_t)size, one)) {
      sleep_until_interrupt();
    } else if (errno != EINVAL) {
      // EINVAL means that the processor was taken offline and has no timers any more.
      isWhole = false;
    }
  }
  if (size > 0) syscall(SYS_sched_setaffinity, 0, (size_t)size, all);
  return isWhole;
}

#endif
