// The parts of Jansson that Swift cannot import: macros with arguments, inline
// functions built on macros, and the error text, which is a C array.

#ifndef APLUS_CJANSSON_SHIM_H
#define APLUS_CJANSSON_SHIM_H

#include <jansson.h>

#if JANSSON_VERSION_HEX < 0x020e00
#error "Jansson 2.14 or newer is needed: older versions do not report the length of a key"
#endif

static inline const char *aplus_json_library_version(void) {
  return jansson_version_str();
}

static inline int aplus_json_type(const json_t *value) {
  return json_typeof(value);
}

static inline void aplus_json_release(json_t *value) {
  json_decref(value);
}

// Parses any value: an object, an array or a bare scalar. Duplicate keys are an
// error; an escaped NUL character is not.
static inline json_t *aplus_json_load(const void *bytes, size_t count, json_error_t *error) {
  return json_loadb(
      (const char *)bytes, count,
      JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, error);
}

static inline const char *aplus_json_error_text(const json_error_t *error) {
  return error->text;
}

#endif
