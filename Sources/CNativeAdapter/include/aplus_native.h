#ifndef APLUS_NATIVE_H
#define APLUS_NATIVE_H

#include <stddef.h>

// One header serves authors and the host.
#include "../../../adapters/kits/c/aplus_adapter.h"

/// Opens a shared library for good, and asks it for its table.
///
/// Returns null where that fails, and then puts the reason into `message`, shortened to `size`
/// bytes with the terminating one.
const aplus_adapter_v1 *aplus_native_open(const char *path, char *message, size_t size);

#endif
