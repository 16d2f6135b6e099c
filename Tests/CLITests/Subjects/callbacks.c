// A library with a completion handler and no promises: its table has no functions of promises.
#include "aplus_adapter.h"

static const aplus_adapter_v1 table = {
    .abi = APLUS_ABI,
    .size = sizeof table,
    .name = "callbacks",
    .library = "toy",
    .version = "",
    .capabilities = "callbacks",
};

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) { return &table; }
