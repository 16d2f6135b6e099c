#ifndef APLUS_OBJC_ADAPTER_H
#define APLUS_OBJC_ADAPTER_H

/// Adapters in Objective-C for libraries with promises; README.md next to this file is the tutorial.
///
/// An adapter is a class that has the methods of `APlusAdapter`, and one line that exports it:
///
///     @interface Adapter : NSObject <APlusAdapter>
///     @end
///     @implementation Adapter …
///     @end
///     APLUS_ADAPTER(Adapter)
///
/// One file of the library that is made imports this header. It compiles with and without automatic reference counting.

#import <Foundation/Foundation.h>

#import "../c/aplus_adapter.h"

NS_ASSUME_NONNULL_BEGIN

/// What a library calls when a promise is settled: with the value or with the reason. The handler returns a value or a
/// promise of the library, or fails as `reasons` of the adapter says.
typedef id _Nullable (^APlusHandler)(id _Nullable outcome);

/// What the reasons of a library are, and how a handler fails with one.
typedef enum APlusReasons {
  /// Errors (`NSError`), which a handler returns.
  APlusReturnedErrors,
  /// Errors, which a handler throws.
  APlusThrownErrors,
  /// Exceptions (`NSException`), which a handler throws.
  APlusExceptions
} APlusReasons;

/// A promise whose settler is another object: what `deferred` returns for such a library.
///
///     return [APlusDeferred promise:promise settler:resolver];
@interface APlusDeferred : NSObject {
@public
  id promise, settler;
}
+ (instancetype)promise:(id)promise settler:(id)settler;
@end

/// A call of a combinator.
@interface APlusCombination : NSObject {
@public
  /// Which one, as the claim `combinators:NAME` calls it, such as `all`.
  NSString *kind;
  /// The promises to combine, in order.
  NSArray *members;
  /// The time of `delay` and `timeout`.
  NSUInteger milliseconds;
  /// How often `retry` calls its task at most.
  NSUInteger times;
  /// The function of `finally` and `recover`, or the task of `retry`, `sequence` and `try`; else nil. That of `recover`
  /// gets the reason, any other nil.
  APlusHandler function;
}
@end

/// What an adapter says of its library. Each call of a method has an autorelease pool of its own.
///
/// Values are objects that the library passes on unchanged, or arrays of them from a combinator. What a method throws
/// counts as thrown by the call of the library; `deferred`, `fulfilled:` and `rejected:` must not throw.
@protocol APlusAdapter <NSObject>

/// Makes a pending promise. Where something else settles it, returns an `APlusDeferred`.
- (id)deferred;

/// Fulfills a promise, or the settler of one. Returns whether this call settled it, which counts with the claim
/// `acceptance`.
- (BOOL)fulfill:(id)settler with:(id)value;

/// Rejects it; apart from that like `fulfill:with:`.
- (BOOL)reject:(id)settler with:(id)reason;

/// Registers handlers, in one call of the library if it has one that takes both, and returns the derived promise; nil
/// with the claim `then-returns:nothing`. Either handler may be nil: its outcome then passes through.
- (nullable id)then:(id)promise
        onFulfilled:(nullable APlusHandler)onFulfilled
         onRejected:(nullable APlusHandler)onRejected;

@optional

/// The name of the library; without it, that of the class.
- (NSString *)library;
- (NSString *)version;

/// Claims, separated by spaces, such as `threads acceptance`; adapters/kits/c/README.md lists them.
- (NSString *)capabilities;

/// What reasons are; without it, `APlusReturnedErrors`.
- (APlusReasons)reasons;

/// Resolves a promise, or the settler of one, with another promise of the library.
- (void)resolve:(id)settler with:(id)promise;

/// Makes a settled promise in one call of the library. These two come together.
- (id)fulfilled:(id)value;
- (id)rejected:(id)reason;

/// Cancels a promise, as the claim `cancellation:PROFILE` says.
- (void)cancel:(id)promise;

/// Cancels it for a reason, with the claim `cancellation:reason`.
- (void)cancel:(id)promise with:(id)reason;

/// Calls one of the combinators that the adapter claims as `combinators:NAME,NAME`, and returns its promise.
- (id)combine:(APlusCombination *)combination;

/// Whether handlers run on the main thread: then its run loop runs.
- (BOOL)usesMainThread;

/// Runs the handlers that are ready, and returns how many ran; they run nowhere else.
- (NSUInteger)drain;

/// Whether the library made a reason itself, for one of these causes.
- (BOOL)isSelfResolution:(id)reason;
- (BOOL)isCancellation:(id)reason;
- (BOOL)isTimeout:(id)reason;

@end

/// Exports the adapter; the argument is its class.
#define APLUS_ADAPTER(Class) \
  APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) { return APlusTable([[Class alloc] init]); }

NS_ASSUME_NONNULL_END

#import "APlusTable.h"

#endif
