#include "aplus_native.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/// The size of the table in its first release.
static const size_t shortest = offsetof(aplus_adapter_v1, make_context);

static const void *entry;

const void *aplus_native_entry(void) { return entry; }

int aplus_native_open(
    const char *path, aplus_adapter_v1 *table, char *message, size_t size) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    snprintf(message, size, "%s", error ? error : "the library cannot be opened");
    return 0;
  }
  // The library is never closed: its threads may outlive any use of it.
  union {
    void *object;
    const aplus_adapter_v1 *(*function)(void);
  } symbol = {.object = dlsym(library, "aplus_adapter")};
  if (!symbol.object) {
    snprintf(message, size, "%s: it exports no function aplus_adapter", path);
    return 0;
  }
  entry = symbol.object;
  const aplus_adapter_v1 *given = symbol.function();
  if (!given || given->abi != APLUS_ABI || given->size < shortest) {
    snprintf(message, size, "%s: the table is not of version %u", path, APLUS_ABI);
    return 0;
  }
  memset(table, 0, sizeof *table);
  memcpy(table, given, given->size < sizeof *table ? given->size : sizeof *table);
  if (!table->name || !table->library || !table->version || !table->capabilities) {
    snprintf(message, size, "%s: the table lacks its name, library, version or capabilities", path);
    return 0;
  }
  aplus_native_guard(table);
  return 1;
}
