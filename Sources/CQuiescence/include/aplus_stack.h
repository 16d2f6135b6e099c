#ifndef APLUS_STACK_H
#define APLUS_STACK_H

#include <stdint.h>

/// The most frames that are read of a stack.
enum { aplus_stack_capacity = 64 };

/// Interrupts a thread of this process with a signal, and reads its stack.
///
/// Call it only when the process ends soon: it takes the signal from the library. The thread may
/// block signals, or hold a lock that reading a stack needs; then there is no stack, and that
/// thread may not go on.
///
/// - Parameter frames: Gets the code addresses, innermost first.
/// - Returns: How many there are; 0 where the stack cannot be read.
int32_t aplus_stack_read(int32_t thread, uintptr_t frames[aplus_stack_capacity]);

/// Names the function that contains an address of code.
///
/// - Parameters:
///   - text: Gets the name, as the linker knows it, or else the file with the offset in it.
///   - size: The size of the text, with its terminating zero.
void aplus_stack_name(uintptr_t frame, char *text, int32_t size);

#endif
