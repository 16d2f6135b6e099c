#ifndef APLUS_NATIVE_H
#define APLUS_NATIVE_H

#include <stddef.h>

// Adapter authors and the host share one header.
#include "../../../adapters/kits/c/aplus_adapter.h"

#if defined(__cplusplus)
extern "C" {
#endif

/// Opens a shared library for the rest of the process, and copies its table into `table`. Functions
/// that an older table does not have yet are null. An exception that leaves a function of the table
/// ends the process.
///
/// Returns 1, or 0 if that fails. Then `message` holds the reason, shortened to `size` bytes
/// including the terminating one.
int aplus_native_open(
    const char *path, aplus_adapter_v1 *table, char *message, size_t size);

/// The function that gave the table, which is in the adapter's own file; null before that is open.
const void *aplus_native_entry(void);

/// Wraps the functions of the table, so that an exception that leaves one ends the process.
void aplus_native_guard(aplus_adapter_v1 *table);

#if defined(__cplusplus)
}
#endif

#endif
