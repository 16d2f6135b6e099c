#ifndef APLUS_NATIVE_H
#define APLUS_NATIVE_H

#include <stddef.h>

// One header serves authors and the host.
#include "../../../adapters/kits/c/aplus_adapter.h"

#if defined(__cplusplus)
extern "C" {
#endif

/// Opens a shared library for good, and puts its table into `table`, with null for what it is too
/// old to have. An exception that leaves a function of the table ends the process.
///
/// Returns 0 where that fails, and then puts the reason into `message`, shortened to `size` bytes
/// with the terminating one.
int aplus_native_open(
    const char *path, aplus_adapter_v1 *table, char *message, size_t size);

/// Sees to it that no exception leaves a function of the table.
void aplus_native_close_door(aplus_adapter_v1 *table);

#if defined(__cplusplus)
}
#endif

#endif
