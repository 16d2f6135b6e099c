#ifndef APLUS_ADAPTER_H
#define APLUS_ADAPTER_H

/// The C interface for adapters of promise libraries in C, C++ or any language that can export C
/// functions.
///
/// An adapter is a shared library that exports one function, `aplus_adapter`, which returns a table
/// of functions. `aplus-check` opens it in a separate process and never closes it. The words "must"
/// and "may" are meant as in a standard; adapters/kits/c/README.md is the tutorial.
///
/// Errors. No function of the table may fail, and no exception may leave one. Handlers never throw
/// either: the ending that a handler returns says what it threw.

#include <stdint.h>

#if defined(__cplusplus)
#define APLUS_EXPORT extern "C" __attribute__((visibility("default")))
extern "C" {
#else
#define APLUS_EXPORT __attribute__((visibility("default")))
#endif

/// The version of this interface.
#define APLUS_ABI 1u

/// A value or a reason: 64 bits that the library passes on unchanged.
///
/// Tokens may be copied and forgotten at will. None that an adapter is given is 0 or fits into 32
/// bits. The four highest stand for errors that the library itself created; an adapter passes one
/// of them to the handler instead.
typedef uint64_t aplus_token;

/// An error of the library that is none of the following.
#define APLUS_ERROR 0xFFFFFFFFFFFFFFFFull
/// A promise was resolved with itself: the `TypeError` of 2.3.1.
#define APLUS_ERROR_SELF_RESOLUTION 0xFFFFFFFFFFFFFFFEull
/// A promise was cancelled.
#define APLUS_ERROR_CANCELLED 0xFFFFFFFFFFFFFFFDull
/// A timeout of the library expired.
#define APLUS_ERROR_TIMED_OUT 0xFFFFFFFFFFFFFFFCull

/// A promise of the library, together with what settles it. The adapter defines the struct.
///
/// Ownership. The receiver owns a pointer that a function of the table returns, or that is in the
/// ending of a handler, and must release it once. A pointer that is passed as an argument is lent
/// for the call: to keep it, the callee must retain it. A pointer is never null. It stays valid
/// until every owner has released it, whatever the state of the promise.
typedef struct aplus_promise aplus_promise;

/// How a handler ended.
enum {
  /// It returned the value `token`.
  APLUS_RETURNED = 0,
  /// It threw the reason `token`.
  APLUS_THREW = 1,
  /// It returned `promise`, which the library must adopt and the adapter must release.
  APLUS_RETURNED_PROMISE = 2
};

/// The ending of a handler.
typedef struct aplus_ending {
  /// One of the three constants.
  uint32_t kind;
  /// The value or the reason; 0 where a promise was returned.
  aplus_token token;
  /// The promise, which belongs to the receiver; null where none was returned.
  aplus_promise *promise;
} aplus_ending;

/// A handler. It must be called at most once, with the context of its registration.
///
/// Handlers may be called from any thread, and call functions of the table. Where the adapter does
/// not claim `blocking-handlers`, they never block.
typedef aplus_ending (*aplus_handler)(void *context, aplus_token token);

/// Frees the context of a registration. It must be called exactly once for each registration, when
/// neither handler can be called any more: after the one that ran has returned, or when the promise
/// is destroyed unsettled. It may be called from any thread.
typedef void (*aplus_drop)(void *context);

/// An executor, queue or event loop that users of the library choose for handlers to run on. The
/// adapter defines the struct. A pointer is never null, and stays valid until it is released.
typedef struct aplus_context aplus_context;

/// The functions of an adapter. The table must not change or move until the process ends.
///
/// If the adapter claims `threads`, functions may be called from several threads at once. If not,
/// they are called one at a time, though not always from the same thread.
typedef struct aplus_adapter_v1 {
  /// `APLUS_ABI`.
  uint32_t abi;
  /// `sizeof(aplus_adapter_v1)`. Later versions only append to the table: an older one is shorter,
  /// and the functions that it lacks count as null.
  uint32_t size;
  /// The name of the adapter.
  const char *name;
  /// The name of the library.
  const char *library;
  /// The version of the library, or an empty string.
  const char *version;
  /// Claims, separated by spaces: `threads`, `parallel` and `blocking-handlers` as `README.md` next
  /// to this file defines them, `acceptance` if `fulfill` and `reject` report whether they took
  /// effect, `collect` if a context is dropped as soon as no handler of its registration can run,
  /// `cancellation:PROFILE` together with `cancel`, and `contexts:KIND,KIND` with `make_context`.
  const char *capabilities;

  /// Makes a pending promise. This function and the next five are null in a library without
  /// promises, which claims another subject, such as `callbacks`.
  aplus_promise *(*make)(void);
  /// Fulfills a promise. Returns 1 if this call settled it, else 0. Without the claim `acceptance`,
  /// the result is ignored.
  int32_t (*fulfill)(aplus_promise *promise, aplus_token value);
  /// Rejects a promise. Returns a number as `fulfill` does.
  int32_t (*reject)(aplus_promise *promise, aplus_token reason);
  /// Registers handlers, in a single call of the library if it has one that takes both, and returns
  /// the derived promise. Either handler may be null: its outcome then passes through.
  aplus_promise *(*then)(
      aplus_promise *promise, aplus_handler on_fulfilled, aplus_handler on_rejected, void *context,
      aplus_drop drop);
  /// Adds an owner to a pointer.
  void (*retain)(aplus_promise *promise);
  /// Removes an owner from a pointer. Without owners, the pointer is invalid.
  void (*release)(aplus_promise *promise);

  /// May be null. Resolves a promise with another one, whose outcome it then adopts.
  void (*resolve)(aplus_promise *promise, aplus_promise *other);
  /// May be null, like the next function. Makes a fulfilled promise in one call of the library.
  aplus_promise *(*make_fulfilled)(aplus_token value);
  /// Makes a rejected promise in one call of the library.
  aplus_promise *(*make_rejected)(aplus_token reason);
  /// May be null. Cancels a promise.
  void (*cancel)(aplus_promise *promise);
  /// May be null. Runs all handlers that are ready on the calling thread and returns how many ran.
  /// It is called until it returns 0. If this is not null, handlers must run nowhere else.
  uint64_t (*drain)(void);

  /// May be null, together with the next four functions; the table of the first release ends before
  /// it. Makes a context of one of the claimed kinds. A `serial` one runs its tasks one at a time,
  /// in order; an `inline` one runs each at once, on the stack that submits it; a `dead` one has
  /// shut down, and runs nothing.
  aplus_context *(*make_context)(const char *kind);
  /// Releases a context. Handlers that were registered for it may still run.
  void (*release_context)(aplus_context *on);
  /// Registers handlers for a context, in one call of the library; apart from that like `then`.
  aplus_promise *(*then_on)(
      aplus_promise *promise, aplus_context *on, aplus_handler on_fulfilled,
      aplus_handler on_rejected, void *context, aplus_drop drop);
  /// An address that no other context has during the lifetime of this one.
  const void *(*identity)(aplus_context *on);
  /// The identity of the context that runs the calling code, or null if none does. It must come
  /// from a mark that the context itself sets, never from the thread. The library's default context
  /// has an identity, too, which must not change as long as the default does not.
  const void *(*current_context)(void);
} aplus_adapter_v1;

/// Returns the table. An adapter defines this function, declared as `APLUS_EXPORT`.
const aplus_adapter_v1 *aplus_adapter(void);

#if defined(__cplusplus)
}
#endif

#endif
