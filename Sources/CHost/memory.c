#include "aplus_memory.h"

// Says whose C library this is.
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <malloc.h>

void aplus_memory_reuse(void) {
  mallopt(M_ARENA_MAX, 1);
  // The most that glibc takes.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
}

#else

void aplus_memory_reuse(void) {}

#endif
