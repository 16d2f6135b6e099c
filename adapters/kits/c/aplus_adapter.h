#ifndef APLUS_ADAPTER_H
#define APLUS_ADAPTER_H

/// The C interface for adapters of libraries with promises, completion handlers or channels in C, C++
/// or any language that can export C functions.
///
/// An adapter is a shared library that exports one function, `aplus_adapter`, which returns a table
/// of functions. `aplus-check` opens it in a separate process and never closes it. The words "must"
/// and "may" are meant as in a standard; adapters/kits/c/README.md is the tutorial.
///
/// Errors. No function of the table may fail, and no exception may leave one; `thrown` reports one of
/// the library. Handlers never throw either: the ending that a handler returns says what it threw.

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

/// A call of the library that takes a completion handler. The adapter defines the struct, if it
/// needs one: a pointer may be null.
typedef struct aplus_call aplus_call;

/// The value that a call succeeds with where it is not the program's, but the library's own.
#define APLUS_OWN_VALUE 0ull

/// A call to start.
typedef struct aplus_request {
  /// What shall become of the call: one of the kinds that the adapter claims as `calls:KIND`, such as
  /// `value`; specs/README.md, section 1.8, lists them.
  const char *kind;
  /// The value that an `echo` succeeds with.
  aplus_token value;
  /// How many tasks a `sequence` has; `perform` of the completion handler starts one of them.
  uint64_t tasks;
} aplus_request;

/// What a task of a `sequence` calls back: with a value, or with an error. The other pointer is null.
typedef void (*aplus_next)(void *context, const aplus_token *value, const aplus_token *error);

/// The completion handler of one call. It is valid until the process ends, so it may be called
/// again by a library that has that fault, and from any thread.
typedef struct aplus_completion aplus_completion;
struct aplus_completion {
  /// Calls the handler with what the library gave: a value, an error, both or neither. A pointer is
  /// null where the library gave nothing. The handler returns, or throws a token; it can only throw
  /// if the adapter claims `throws:…`.
  aplus_ending (*call)(
      const aplus_completion *done, const aplus_token *value, const aplus_token *error);
  /// Says that the library has released the handler. An adapter that claims `collect` must call it
  /// once for each completion handler, others need not. Neither `call` nor `perform` may be called after it.
  void (*drop)(const aplus_completion *done);
  /// Starts a task of a `sequence`, by its index. The task calls `next`, at once or later, and `drop`
  /// exactly once, when it cannot call `next` any more.
  void (*perform)(
      const aplus_completion *done, uint64_t task, aplus_next next, void *context, aplus_drop drop);
  /// Reports what the hook of the library for uncaught errors got, where `throws:to-platform` is
  /// claimed. A hook that knows no handler uses that of any call.
  void (*uncaught)(const aplus_completion *done, aplus_token error);
  /// Belongs to the host.
  void *host;
};

/// A task of the program that awaits promises, one after another, in a coroutine of the library. It is
/// valid until the process ends.
typedef struct aplus_task aplus_task;
struct aplus_task {
  /// Returns the promise that the coroutine awaits next, lent until the next call of this function;
  /// null where the coroutine must end.
  aplus_promise *(*next)(const aplus_task *task);
  /// Performs the code after the await, in the coroutine, and returns when that has ended. The await
  /// has returned a value or thrown a reason.
  void (*resume)(const aplus_task *task, aplus_ending outcome);
  /// Belongs to the host.
  void *host;
};

/// A channel or queue of the library, with both of its ends. The adapter defines the struct. A pointer is
/// never null, and stays valid until it is released.
typedef struct aplus_channel aplus_channel;

/// How a call on a channel ended that gives no element, and no reason.
enum {
  /// The channel is empty.
  APLUS_EMPTY = 3,
  /// The channel has ended: no more elements come.
  APLUS_ENDED = 4
};

/// A call on a channel that may wait, on a thread of its own. It is valid until the call returns.
typedef struct aplus_wait aplus_wait;
struct aplus_wait {
  /// Whether the call was cancelled. It may be called with any lock held.
  int32_t (*is_cancelled)(const aplus_wait *wait);
  /// Has a function called when the call is cancelled, on the thread that does so; at once if it has been. A null pointer
  /// removes the function: then it neither runs nor is called any more. So does the end of the call on the channel. Call
  /// this without a lock that the function takes.
  void (*when_cancelled)(const aplus_wait *wait, void (*function)(void *context), void *context);
  /// Belongs to the host.
  void *host;
};

/// A call of a combinator.
typedef struct aplus_combination {
  /// Which combinator: one of those that the adapter claims as `combinators:NAME`, such as `all`.
  const char *kind;
  /// The promises to combine, in order, which are lent for the call.
  aplus_promise *const *members;
  uint64_t count;
  /// The time of `delay` and `timeout`.
  uint64_t milliseconds;
  /// How often `retry` calls its task at most.
  uint64_t times;
  /// The function of `finally` and `recover`, or the task of `retry`, `sequence` and `try`; null for
  /// the others. `recover` passes the reason, the others pass 0. `finally` ignores the value, and
  /// gets no promise. A task may be called several times.
  aplus_handler call;
  void *context;
  /// Frees the context, exactly once, when `call` cannot be called any more; null where `call` is null.
  aplus_drop drop;
  /// Makes the value that stands for a list of values: what `all` and `zip` fulfill with. It may be called at any time,
  /// from any thread, and its result is valid until the process ends.
  aplus_token (*list)(const aplus_token *values, uint64_t count);
} aplus_combination;

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
  /// With `wait`: `await:blocking`, and `await:limit` if it can have a time limit. With `start_task`:
  /// `await`, and `resume:later` or `resume:inside-settle`.
  /// With `start`: `callbacks calls:KIND,KIND`, and what the library declares of its handlers.
  /// With `make_channel`: `channels:KIND,WORD`, and what the library declares of its channels.
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
  /// the derived promise. Either handler may be null: its outcome then passes through. Where the
  /// library returns the promise itself, so does the adapter, which claims `then-returns:same` if
  /// that is meant; with the claim `then-returns:nothing` it may return null.
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

  /// May be null; the table of the second release ends before it. Starts a call and returns what the
  /// next three functions get. `on` is a context for the handler, if the adapter claims `contexts:serial`
  /// and the call is for one, else null. A library without promises leaves `then_on` null.
  aplus_call *(*start)(
      const aplus_request *request, const aplus_completion *done, aplus_context *on);
  /// Null unless the adapter claims `calls:open`. Finishes such a call, as the event that the library
  /// waits for would: with a value or with an error. The other pointer is null.
  void (*finish)(aplus_call *call, const aplus_token *value, const aplus_token *error);
  /// Null unless the adapter claims what a cancel does, `cancel:HOW`. Cancels a call.
  void (*cancel_call)(aplus_call *call);
  /// May be null. Frees what `start` returned, which no function gets any more. The library may still
  /// call the handler.
  void (*release_call)(aplus_call *call);

  /// Null unless the adapter claims `await:blocking`; the table of the third release ends before it.
  /// Blocks the calling thread, by the library's own getter, until a promise is settled, and returns
  /// its value or throws its reason. After so many milliseconds it throws `APLUS_ERROR_TIMED_OUT`,
  /// which needs the claim `await:limit`; 0 means that there is no time limit.
  aplus_ending (*wait)(aplus_promise *promise, uint32_t milliseconds);
  /// Null unless the adapter claims `await` without `blocking`. Starts a coroutine of the library that
  /// awaits what the task says: it calls `next`, awaits, and calls `resume`, until `next` returns null.
  void (*start_task)(const aplus_task *task);

  /// May be null. Runs the main loop of a library whose handlers run on
  /// the main thread of the process, and must not return. The host calls it once, on that thread, which also loaded the
  /// adapter; the other functions are called from other threads.
  void (*run_main)(void);
  /// May be null. Cancels a promise for a reason. The adapter then claims `cancellation:reason`.
  void (*cancel_with)(aplus_promise *promise, aplus_token reason);
  /// May be null. Calls a combinator, and returns its promise. The adapter then claims `combinators:NAME,NAME`.
  aplus_promise *(*combine)(const aplus_combination *combination);
  /// May be null. Whether a call of the library has thrown, although the promise of it should have been rejected or
  /// nothing should have happened. The adapter catches the exception in the function that makes the call, and keeps the
  /// reason in a variable of the thread. Right after `fulfill`, `reject`, `resolve`, `then`, `then_on`, `cancel`,
  /// `cancel_with` or `combine` has returned, the host asks on the same thread: this returns 1 and stores the reason if
  /// that call threw, else 0, and forgets it. What the call returned is then ignored, and may be null.
  int32_t (*thrown)(aplus_token *reason);
  /// May be null. Destroys what settles a promise that `make` returned, and keeps the promise: the host settles it no more.
  /// The adapter then claims `abandon`, and `broken-promise` or `cancel-on-drop` if the library then rejects a promise
  /// that is pending.
  void (*abandon)(aplus_promise *promise);

  /// May be null, together with the next ten functions; the table of the fourth release ends before it. A library of
  /// channels has no promises, and claims `channels:` with its kinds and with the words of its functions. Those
  /// functions are called from several threads at once.
  ///
  /// Makes a channel of a kind: `rendezvous`, `bounded`, `unlimited` or `conflated`. A bounded one has room for so many
  /// elements. `undelivered` is null, unless the adapter claims `drop:hook`; then it calls that with each element that
  /// the channel has taken and that nobody will receive.
  aplus_channel *(*make_channel)(const char *kind, uint64_t room, const aplus_completion *undelivered);
  /// Releases a channel, on which no call waits any more.
  void (*release_channel)(aplus_channel *channel);
  /// For `channels:send`. Sends an element, and blocks its thread until the channel has taken it. Returns
  /// `APLUS_RETURNED`, or `APLUS_THREW` with a reason if the channel does not take it: `APLUS_ERROR_CANCELLED` if the
  /// call was cancelled, which needs the claim `channels:cancel-waiting`.
  aplus_ending (*send)(aplus_channel *channel, aplus_token element, const aplus_wait *wait);
  /// Receives an element, and blocks its thread until there is one. Returns `APLUS_RETURNED` with it, `APLUS_ENDED`, or
  /// `APLUS_THREW` with the reason that ended the channel, or if the call was cancelled.
  aplus_ending (*receive)(aplus_channel *channel, const aplus_wait *wait);
  /// For `channels:offer`. Sends an element without waiting. Returns 1 if the channel took it, else 0.
  int32_t (*offer)(aplus_channel *channel, aplus_token element);
  /// For `channels:poll`. Receives without waiting. Returns `APLUS_RETURNED` with an element, `APLUS_EMPTY` or
  /// `APLUS_ENDED`.
  aplus_ending (*poll)(aplus_channel *channel);
  /// For `channels:close`. Closes a channel. Returns 1 if this call did it, 0 if the channel had ended before, and -1 if
  /// the library does not say so.
  int32_t (*close_channel)(aplus_channel *channel);
  /// For `channels:fail`. Ends a channel with a reason.
  void (*fail_channel)(aplus_channel *channel, aplus_token reason);
  /// For `channels:cancel`. Cancels a channel, which drops its elements.
  void (*cancel_channel)(aplus_channel *channel);
  /// For `channels:drop-sender` and `channels:drop-receiver`, where the library has the ends of a channel apart. Lets go
  /// of one of them; a call that waits may still hold it. At the end of a program each may be called once more.
  void (*drop_sender)(aplus_channel *channel);
  void (*drop_receiver)(aplus_channel *channel);
} aplus_adapter_v1;

/// Returns the table. An adapter defines this function, declared as `APLUS_EXPORT`.
const aplus_adapter_v1 *aplus_adapter(void);

/// Whether a call of this kind is to be started.
static inline int aplus_is(const aplus_request *request, const char *kind) {
  return __builtin_strcmp(request->kind, kind) == 0;
}

/// Whether this combinator is to be called.
static inline int aplus_combines(const aplus_combination *combination, const char *kind) {
  return __builtin_strcmp(combination->kind, kind) == 0;
}

/// Calls a completion handler with a value; a function of this type is all that many libraries need.
static inline void aplus_succeed(const aplus_completion *done, aplus_token value) {
  done->call(done, &value, 0);
}

/// Calls a completion handler with an error.
static inline void aplus_fail(const aplus_completion *done, aplus_token error) {
  done->call(done, 0, &error);
}

#if defined(__cplusplus)
}
#endif

#endif
