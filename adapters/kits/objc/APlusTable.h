#ifndef APLUS_TABLE_H
#define APLUS_TABLE_H

/// The table of the C interface for an adapter in Objective-C: objects stand for tokens, and blocks for handlers.

#if defined(GNUSTEP) && !defined(__OBJC_GNUSTEP_RUNTIME_ABI__)
#include "APlusBlocks.h"
#endif

#if __has_feature(objc_arc)
#define APLUS_KEPT(object) ((__bridge_retained void *)(object))
#define APLUS_GIVEN_BACK(pointer) ((__bridge_transfer id)(void *)(pointer))
#define APLUS_LENT(pointer) ((__bridge id)(void *)(pointer))
#define APLUS_RETAINED(object) (object)
#define APLUS_RETURNED_LATER(object) (object)
#define APLUS_COPIED(block) (block)
#else
#define APLUS_KEPT(object) ((void *)[(object) retain])
#define APLUS_GIVEN_BACK(pointer) ([(id)(pointer) autorelease])
#define APLUS_LENT(pointer) ((id)(pointer))
#define APLUS_RETAINED(object) ([(object) retain])
#define APLUS_RETURNED_LATER(object) ([(object) autorelease])
#define APLUS_COPIED(block) ([[(block) copy] autorelease])
#endif

@implementation APlusDeferred
+ (instancetype)promise:(id)promise settler:(id)settler {
  APlusDeferred *made = [[self alloc] init];
  made->promise = APLUS_RETAINED(promise);
  made->settler = APLUS_RETAINED(settler);
  return APLUS_RETURNED_LATER(made);
}
#if !__has_feature(objc_arc)
- (void)dealloc {
  [promise release];
  [settler release];
  [super dealloc];
}
#endif
@end

/// The adapter; a process has one.
static id<APlusAdapter> APlusSubject;

static APlusReasons APlusKindOfReasons;

/// The domain of errors, and the name of exceptions, that are reasons of a program; also the key of their tokens.
static NSString *const APlusProgram = @"aplus-check";

/// Makes the token of a list, once a combinator was called.
static aplus_token (*APlusListOf)(const aplus_token *, uint64_t);

static id APlusValueOf(aplus_token token) { return [NSNumber numberWithUnsignedLongLong:token]; }

/// The token of a value; 0, which no program has, for an object that is none of a program's.
static aplus_token APlusTokenOfValue(id value) {
  if (APlusListOf && [value isKindOfClass:[NSArray class]]) {
    NSUInteger count = [(NSArray *)value count];
    aplus_token *tokens = (aplus_token *)calloc(count + 1, sizeof *tokens);
    for (NSUInteger index = 0; index < count; ++index) {
      tokens[index] = APlusTokenOfValue([(NSArray *)value objectAtIndex:index]);
    }
    aplus_token list = APlusListOf(tokens, count);
    free(tokens);
    return list;
  }
  return [value isKindOfClass:[NSNumber class]] ? [(NSNumber *)value unsignedLongLongValue] : 0;
}

static id APlusReasonOf(aplus_token token) {
  // The code of an error has 32 bits in GNUstep.
  NSDictionary *info = [NSDictionary dictionaryWithObject:APlusValueOf(token) forKey:APlusProgram];
  return APlusKindOfReasons == APlusExceptions
      ? [NSException exceptionWithName:APlusProgram reason:@"a reason of the program" userInfo:info]
      : (id)[NSError errorWithDomain:APlusProgram code:0 userInfo:info];
}

static aplus_token APlusTokenOfReason(id reason) {
  if ([reason isKindOfClass:[NSError class]] || [reason isKindOfClass:[NSException class]]) {
    id number = [[reason userInfo] objectForKey:APlusProgram];
    if (number) return APlusTokenOfValue(number);
  }
  id<APlusAdapter> subject = APlusSubject;
#define APLUS_IS(question) ([subject respondsToSelector:@selector(question)] && [subject question reason])
  if (APLUS_IS(isSelfResolution:)) return APLUS_ERROR_SELF_RESOLUTION;
  if (APLUS_IS(isCancellation:)) return APLUS_ERROR_CANCELLED;
  if (APLUS_IS(isTimeout:)) return APLUS_ERROR_TIMED_OUT;
#undef APLUS_IS
  return APLUS_ERROR;
}

/// The handlers of a registration. Its blocks keep it, and it drops the context when the last of them is freed.
@interface APlusRegistration : NSObject {
@public
  void *context;
  aplus_drop drop;
}
@end

@implementation APlusRegistration
- (void)dealloc {
  drop(context);
#if !__has_feature(objc_arc)
  [super dealloc];
#endif
}

/// Calls a handler, and ends as it does.
- (id)call:(aplus_handler)handler with:(aplus_token)token {
  id result = nil;
  BOOL fails = NO;
  @autoreleasepool {
    aplus_ending ending = handler(context, token);
    fails = ending.kind == APLUS_THREW;
    if (ending.kind == APLUS_RETURNED_PROMISE) {
      APlusDeferred *other = APLUS_GIVEN_BACK(ending.promise);
      result = other->promise;
    } else {
      result = fails ? APlusReasonOf(ending.token) : APlusValueOf(ending.token);
    }
    // The pool ends before the result is used.
    result = APLUS_RETAINED(result);
  }
  result = APLUS_RETURNED_LATER(result);
  if (fails && APlusKindOfReasons != APlusReturnedErrors) @throw result;
  return result;
}
@end

@implementation APlusCombination
#if !__has_feature(objc_arc)
- (void)dealloc {
  [kind release];
  [members release];
  [function release];
  [super dealloc];
}
#endif
@end

/// Whether the call that this thread makes has thrown, and the reason.
static __thread int32_t APlusHasThrown;
static __thread aplus_token APlusThrownReason;

static void APlusNote(id thrown) {
  APlusHasThrown = 1;
  APlusThrownReason = APlusTokenOfReason(thrown);
}

static int32_t APlusThrown(aplus_token *reason) {
  int32_t hasThrown = APlusHasThrown;
  APlusHasThrown = 0;
  if (hasThrown) *reason = APlusThrownReason;
  return hasThrown;
}

// A call of the library, in an autorelease pool. What it throws is noted, and then it has no result.
#define APLUS_CALL(call) \
  @autoreleasepool { \
    @try { \
      call; \
    } @catch (id thrown) { \
      APlusNote(thrown); \
    } \
  }

/// A promise with what settles it, whose owners are those of the object.
static aplus_promise *APlusOwned(id made) {
  if (!made) return 0;
  APlusDeferred *pair =
      [made isKindOfClass:[APlusDeferred class]] ? made : [APlusDeferred promise:made settler:made];
  return (aplus_promise *)APLUS_KEPT(pair);
}

static APlusDeferred *APlusPair(aplus_promise *pointer) { return APLUS_LENT(pointer); }

static aplus_promise *APlusMake(void) {
  @autoreleasepool { return APlusOwned([APlusSubject deferred]); }
}

static int32_t APlusFulfill(aplus_promise *promise, aplus_token value) {
  APLUS_CALL(return [APlusSubject fulfill:APlusPair(promise)->settler with:APlusValueOf(value)])
  return 0;
}

static int32_t APlusReject(aplus_promise *promise, aplus_token reason) {
  APLUS_CALL(return [APlusSubject reject:APlusPair(promise)->settler with:APlusReasonOf(reason)])
  return 0;
}

static APlusRegistration *APlusRegister(void *context, aplus_drop drop) {
  APlusRegistration *registration = [[APlusRegistration alloc] init];
  registration->context = context;
  registration->drop = drop;
  return APLUS_RETURNED_LATER(registration);
}

static aplus_promise *APlusThen(
    aplus_promise *promise, aplus_handler fulfilled, aplus_handler rejected, void *context, aplus_drop drop) {
  APLUS_CALL({
    APlusRegistration *registration = APlusRegister(context, drop);
    APlusHandler onFulfilled = nil;
    APlusHandler onRejected = nil;
    if (fulfilled) onFulfilled = ^id(id value) { return [registration call:fulfilled with:APlusTokenOfValue(value)]; };
    if (rejected) onRejected = ^id(id reason) { return [registration call:rejected with:APlusTokenOfReason(reason)]; };
    APlusDeferred *pair = APlusPair(promise);
    id derived = [APlusSubject then:pair->promise
                        onFulfilled:APLUS_COPIED(onFulfilled)
                         onRejected:APLUS_COPIED(onRejected)];
    // A promise that the library returns again is the same one.
    return APlusOwned(derived == pair->promise ? pair : derived);
  })
  return 0;
}

static void APlusRetain(aplus_promise *promise) {
  void *kept = APLUS_KEPT(APlusPair(promise));
  (void)kept;
}

static void APlusRelease(aplus_promise *promise) {
  @autoreleasepool { (void)APLUS_GIVEN_BACK(promise); }
}

static void APlusResolve(aplus_promise *promise, aplus_promise *other) {
  APLUS_CALL([APlusSubject resolve:APlusPair(promise)->settler with:APlusPair(other)->promise])
}

static aplus_promise *APlusMakeFulfilled(aplus_token value) {
  @autoreleasepool { return APlusOwned([APlusSubject fulfilled:APlusValueOf(value)]); }
}

static aplus_promise *APlusMakeRejected(aplus_token reason) {
  @autoreleasepool { return APlusOwned([APlusSubject rejected:APlusReasonOf(reason)]); }
}

static void APlusCancel(aplus_promise *promise) { APLUS_CALL([APlusSubject cancel:APlusPair(promise)->promise]) }

static void APlusCancelWith(aplus_promise *promise, aplus_token reason) {
  APLUS_CALL([APlusSubject cancel:APlusPair(promise)->promise with:APlusReasonOf(reason)])
}

static aplus_promise *APlusCombine(const aplus_combination *given) {
  APlusListOf = given->list;
  APLUS_CALL({
    APlusCombination *combination = APLUS_RETURNED_LATER([[APlusCombination alloc] init]);
    NSMutableArray *members = [NSMutableArray array];
    for (uint64_t index = 0; index < given->count; ++index) {
      [members addObject:APlusPair(given->members[index])->promise];
    }
    combination->kind = APLUS_RETAINED([NSString stringWithUTF8String:given->kind]);
    combination->members = APLUS_RETAINED(members);
    combination->milliseconds = given->milliseconds;
    combination->times = given->times;
    aplus_handler call = given->call;
    if (call) {
      APlusRegistration *registration = APlusRegister(given->context, given->drop);
      BOOL isOfReason = aplus_combines(given, "recover");
      APlusHandler function = ^id(id outcome) {
        return [registration call:call with:isOfReason ? APlusTokenOfReason(outcome) : 0];
      };
      combination->function = APLUS_RETAINED(APLUS_COPIED(function));
    }
    return APlusOwned([APlusSubject combine:combination]);
  })
  return 0;
}

static uint64_t APlusDrain(void) {
  @autoreleasepool { return [APlusSubject drain]; }
}

#if defined(GNUSTEP)
/// Runs the main run loop. On macOS the host runs it, and the main queue.
static void APlusRunMain(void) {
  @autoreleasepool {
    // Without a source, the loop would not wait.
    NSFileHandle *source = [[NSPipe pipe] fileHandleForReading];
    [source waitForDataInBackgroundAndNotify];
    for (;;) {
      @autoreleasepool {
        [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:[NSDate distantFuture]];
      }
    }
  }
}
#endif

/// A text that is valid until the process ends.
static const char *APlusText(NSString *text) { return strdup([text UTF8String]); }

/// The table of an adapter.
__attribute__((unused)) static const aplus_adapter_v1 *APlusTable(id<APlusAdapter> subject) {
  static aplus_adapter_v1 table;
  @autoreleasepool {
    APlusSubject = subject;
    if ([subject respondsToSelector:@selector(reasons)]) APlusKindOfReasons = [subject reasons];
#define APLUS_ASKED(question, other) ([subject respondsToSelector:@selector(question)] ? [subject question] : other)
#define APLUS_IF(method, function) ([subject respondsToSelector:@selector(method)] ? function : 0)
    table.abi = APLUS_ABI;
    table.size = sizeof table;
    table.name = table.library = APlusText(APLUS_ASKED(library, NSStringFromClass([subject class])));
    table.version = APlusText(APLUS_ASKED(version, @""));
    table.capabilities = APlusText(APLUS_ASKED(capabilities, @""));
    table.make = APLUS_IF(deferred, APlusMake);
    table.fulfill = APLUS_IF(fulfill:with:, APlusFulfill);
    table.reject = APLUS_IF(reject:with:, APlusReject);
    table.then = APLUS_IF(then:onFulfilled:onRejected:, APlusThen);
    table.retain = APlusRetain;
    table.release = APlusRelease;
    table.resolve = APLUS_IF(resolve:with:, APlusResolve);
    table.make_fulfilled = APLUS_IF(fulfilled:, APlusMakeFulfilled);
    table.make_rejected = APLUS_IF(rejected:, APlusMakeRejected);
    table.cancel = APLUS_IF(cancel:, APlusCancel);
    table.drain = APLUS_IF(drain, APlusDrain);
    table.cancel_with = APLUS_IF(cancel:with:, APlusCancelWith);
    table.combine = APLUS_IF(combine:, APlusCombine);
    table.thrown = APlusThrown;
#if defined(GNUSTEP)
    // The thread that loads the adapter becomes the main thread of GNUstep.
    [NSThread currentThread];
    if (APLUS_ASKED(usesMainThread, NO)) table.run_main = APlusRunMain;
#endif
#undef APLUS_ASKED
#undef APLUS_IF
  }
  return &table;
}

#endif
