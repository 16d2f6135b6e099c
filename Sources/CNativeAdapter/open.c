#include "aplus_native.h"

#include <dlfcn.h>
#include <stdio.h>

const aplus_adapter_v1 *aplus_native_open(const char *path, char *message, size_t size) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    snprintf(message, size, "%s", error ? error : "the library cannot be opened");
    return NULL;
  }
  // The library is never closed: its threads may outlive any use of it.
  union {
    void *object;
    const aplus_adapter_v1 *(*function)(void);
  } symbol = {.object = dlsym(library, "aplus_adapter")};
  if (!symbol.object) {
    snprintf(message, size, "%s: there is no function aplus_adapter", path);
    return NULL;
  }
  const aplus_adapter_v1 *table = symbol.function();
  if (!table || table->abi != APLUS_ABI || table->size < sizeof(aplus_adapter_v1)) {
    snprintf(message, size, "%s: the table is not of version %u", path, APLUS_ABI);
    return NULL;
  }
  if (!table->name || !table->library || !table->version || !table->capabilities ||
      !table->make || !table->fulfill || !table->reject || !table->then || !table->retain ||
      !table->release) {
    snprintf(message, size, "%s: the table lacks what it must have", path);
    return NULL;
  }
  return table;
}
