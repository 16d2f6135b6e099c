#ifndef APLUS_STDIO_H
#define APLUS_STDIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Moves standard input and output to other descriptors, which no child inherits.
///
/// Afterwards 0 reads nothing, and what is written to 1 goes where 2 goes: libraries print.
///
/// - Returns: Whether that worked.
bool aplus_stdio_move(int32_t *input, int32_t *output);

/// Reads what is there, and waits where that is nothing.
///
/// - Returns: The count; 0 at the end of input, or when it cannot be read any more.
size_t aplus_stdio_read(int32_t input, uint8_t *bytes, size_t capacity);

/// Writes all bytes; returns whether somebody still reads.
bool aplus_stdio_write(int32_t output, const uint8_t *bytes, size_t count);

/// Ends the process at once, whatever its threads do.
void aplus_stdio_exit(int32_t status) __attribute__((noreturn));

#endif
