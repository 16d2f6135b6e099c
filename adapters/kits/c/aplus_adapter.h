#ifndef APLUS_ADAPTER_H
#define APLUS_ADAPTER_H

/// The C door: how a promise library in C, C++ or any language with a C interface is checked.
///
/// An adapter is a shared library that exports one function, `aplus_adapter`, which gives a table
/// of functions. `aplus-check` opens it in a process of its own and never closes it. The words
/// "must" and "may" are meant as in a standard; adapters/kits/c/README.md is the tutorial.
///
/// Errors. No function of the table may fail, and no exception may leave one. A handler never
/// throws either: what it would throw is in its ending.

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
/// Tokens may be copied and forgotten at will. The four highest are reasons that are not the
/// program's: an adapter passes one on where the library made an error by itself.
typedef uint64_t aplus_token;

/// An error of the library's own making that means nothing below.
#define APLUS_ERROR 0xFFFFFFFFFFFFFFFFull
/// A promise was resolved with itself: the `TypeError` of 2.3.1.
#define APLUS_ERROR_SELF_RESOLUTION 0xFFFFFFFFFFFFFFFEull
/// A promise was cancelled.
#define APLUS_ERROR_CANCELLED 0xFFFFFFFFFFFFFFFDull
/// A time limit passed.
#define APLUS_ERROR_TIMED_OUT 0xFFFFFFFFFFFFFFFCull

/// A promise of the library, together with what settles it. The adapter defines it as it likes.
///
/// Ownership. A pointer that a function of the table returns, and one in the ending of a handler,
/// belongs to the receiver, who must release it once. A pointer that is passed as an argument is
/// lent for the call: who keeps it must retain it. A pointer is never null, and stays valid until
/// as many releases as there were owners, whatever became of the promise.
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

/// The end of a context. It must be called exactly once for each registration, when neither handler
/// can be called any more: after the one that ran has returned, or when the promise is destroyed
/// unsettled. It may be called from any thread.
typedef void (*aplus_drop)(void *context);

/// What the library's users choose for handlers to run on: an executor, a queue, a loop. The adapter
/// defines it as it likes; a pointer is never null, and stays valid until it is released.
typedef struct aplus_context aplus_context;

/// What an adapter offers. The table must stay as it is until the process ends.
///
/// Functions may be called from several threads at once where the adapter claims `threads`; else
/// never two at a time, though not always from the same thread.
typedef struct aplus_adapter_v1 {
  /// `APLUS_ABI`.
  uint32_t abi;
  /// `sizeof(aplus_adapter_v1)`. Later versions append to the table and keep what is here: an older
  /// table is shorter, and what it ends before counts as null.
  uint32_t size;
  /// The name of the adapter.
  const char *name;
  /// The name of the library.
  const char *library;
  /// The version of the library, or an empty text.
  const char *version;
  /// Claims, with a space between two: `threads`, `parallel` and `blocking-handlers` as `README.md`
  /// beside this file says, `acceptance` where `fulfill` and `reject` tell whether they took effect,
  /// `collect` where a context is dropped as soon as no handler of its registration can run,
  /// `cancellation:PROFILE` beside `cancel`, and `contexts:KIND,KIND` beside `make_context`.
  const char *capabilities;

  /// Makes a pending promise.
  aplus_promise *(*make)(void);
  /// Fulfills a promise. Returns 1 where this call settled it, else 0; anything without the claim
  /// `acceptance`.
  int32_t (*fulfill)(aplus_promise *promise, aplus_token value);
  /// Rejects a promise; the same for the returned number.
  int32_t (*reject)(aplus_promise *promise, aplus_token reason);
  /// Registers handlers, in one call of the library where it has such a call, and returns the
  /// promise that it gives. Either handler may be null: the outcome then passes through.
  aplus_promise *(*then)(
      aplus_promise *promise, aplus_handler on_fulfilled, aplus_handler on_rejected, void *context,
      aplus_drop drop);
  /// Adds an owner to a pointer.
  void (*retain)(aplus_promise *promise);
  /// Takes an owner from a pointer; without one it is invalid.
  void (*release)(aplus_promise *promise);

  /// May be null. Resolves a promise with another one, whose outcome it then takes.
  void (*resolve)(aplus_promise *promise, aplus_promise *other);
  /// May be null, like the next. Makes a fulfilled promise in one call of the library.
  aplus_promise *(*make_fulfilled)(aplus_token value);
  /// Makes a rejected promise in one call of the library.
  aplus_promise *(*make_rejected)(aplus_token reason);
  /// May be null. Cancels a promise.
  void (*cancel)(aplus_promise *promise);
  /// May be null. Runs all handlers that are ready on the calling thread and returns how many ran,
  /// until it returns 0. An adapter that has it says that handlers run nowhere else.
  uint64_t (*drain)(void);

  /// May be null, this and the next four together; the table of the first release ends before it.
  /// Makes a context of one of the kinds that are claimed. A `serial` one runs what it is given one
  /// at a time, in order; an `inline` one at once, on the stack that hands it over; a `dead` one has
  /// shut down, and runs nothing.
  aplus_context *(*make_context)(const char *kind);
  /// Ends the only ownership of a context; handlers that were registered for it may still run.
  void (*release_context)(aplus_context *on);
  /// Registers handlers for a context, in one call of the library; else as `then`.
  aplus_promise *(*then_on)(
      aplus_promise *promise, aplus_context *on, aplus_handler on_fulfilled,
      aplus_handler on_rejected, void *context, aplus_drop drop);
  /// The address of something that belongs to this context alone for as long as it lives.
  const void *(*identity)(aplus_context *on);
  /// The identity of the context that runs the calling code; null where none does. It must come
  /// from a mark that the context itself leaves, never from the thread. The library's default
  /// context has an identity, too, which stays the same as long as the default does.
  const void *(*current_context)(void);
} aplus_adapter_v1;

/// What an adapter exports, as `APLUS_EXPORT`.
const aplus_adapter_v1 *aplus_adapter(void);

#if defined(__cplusplus)
}
#endif

#endif
