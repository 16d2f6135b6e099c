#ifndef APLUS_STDIO_H
#define APLUS_STDIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Moves standard input and output to other descriptors, which no child inherits.
///
/// Afterwards descriptor 0 is empty, and 1 leads to where 2 does, because libraries print.
///
/// - Returns: Whether that worked.
bool aplus_stdio_move(int32_t *input, int32_t *output);

/// Reads what is available, and waits if that is nothing.
///
/// - Returns: The number of bytes; 0 at the end of input, or if it can no longer be read.
size_t aplus_stdio_read(int32_t input, uint8_t *bytes, size_t capacity);

/// Writes all bytes; returns whether that worked, which it does not if the reader is gone.
bool aplus_stdio_write(int32_t output, const uint8_t *bytes, size_t count);

/// Ends the process immediately, whatever its threads do.
void aplus_stdio_exit(int32_t status) __attribute__((noreturn));

#endif
