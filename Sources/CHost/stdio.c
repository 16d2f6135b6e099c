#include "aplus_stdio.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Above what programs use: a library that closes unknown descriptors closes low ones.
static const int lowest = 200;

// With a small descriptor limit, only lower numbers are available.
static int32_t moved(int file) {
  int32_t high = fcntl(file, F_DUPFD_CLOEXEC, lowest);
  return high < 0 ? fcntl(file, F_DUPFD_CLOEXEC, 3) : high;
}

bool aplus_stdio_move(int32_t *input, int32_t *output) {
  int nothing = -1;
  bool isMoved = (*input = moved(0)) >= 0 && (*output = moved(1)) >= 0 &&
      (nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0 && dup2(nothing, 0) == 0 &&
      dup2(2, 1) == 1;
  if (!isMoved)
    fprintf(stderr, "host: error: cannot move standard input and output: %s\n", strerror(errno));
  if (nothing >= 0) close(nothing);
  return isMoved;
}

static void wait_for(int32_t file, short events) {
  struct pollfd poller = {file, events, 0};
  poll(&poller, 1, -1);
}

size_t aplus_stdio_read(int32_t input, uint8_t *bytes, size_t capacity) {
  for (;;) {
    ssize_t count = read(input, bytes, capacity);
    if (count >= 0) return (size_t)count;
    if (errno == EAGAIN) wait_for(input, POLLIN);
    else if (errno != EINTR) return 0;
  }
}

bool aplus_stdio_write(int32_t output, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(output, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      wait_for(output, POLLOUT);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void aplus_stdio_exit(int32_t status) { _exit(status); }
