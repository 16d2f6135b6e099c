#ifndef APLUS_OBJC_CHANNELS_H
#define APLUS_OBJC_CHANNELS_H

/// Adapters in Objective-C for libraries with channels; README.md next to this file is the tutorial.
///
///     @interface Adapter : NSObject <APlusChannelAdapter>
///     @end
///     @implementation Adapter …
///     @end
///     APLUS_CHANNEL_ADAPTER(Adapter)
///
/// Calls may block their thread, as each has its own.

#import "APlusAdapter.h"

NS_ASSUME_NONNULL_BEGIN

/// A call that may wait.
@interface APlusWait : NSObject {
@public
  const aplus_wait *wait;
}
/// Whether the call was cancelled.
- (BOOL)isCancelled;
/// Performs `body`, and has `wake` called if the call is cancelled meanwhile; at once if it has been. Call this without a
/// lock that `wake` takes.
- (void)waking:(void (^)(void))wake during:(void (^)(void))body;
/// The error for a call that was cancelled.
- (NSError *)cancellation;
@end

/// What an adapter says of its library. Each call of a method has an autorelease pool of its own.
///
/// Elements are objects that the library passes on unchanged, and reasons are errors. The end of a channel is `NSNull`.
@protocol APlusChannelAdapter <NSObject>

/// Makes a channel of one of the kinds that `capabilities` claims. A `bounded` one has room for so many elements.
/// `undelivered` is nil, unless `drop:hook` is claimed; then it is called with each element that the channel has taken and
/// that nobody will receive.
- (id)channel:(NSString *)kind room:(NSUInteger)room undelivered:(nullable void (^)(id element))undelivered;

/// Receives an element, and waits for one. Returns it, or `NSNull` at the end, or the error that ended the channel or
/// that cancelled the call.
- (id)receiveFrom:(id)channel wait:(APlusWait *)wait;

/// Claims, separated by spaces: kinds of channels, such as `channels:bounded`, and what the library promises. What the
/// adapter has a method for is claimed by that.
- (NSString *)capabilities;

@optional

/// The name of the library; without it, that of the class.
- (NSString *)library;
- (NSString *)version;

/// Sends an element, and waits until the channel has taken it. Returns nil, or why it does not take it: `NSNull` if it has
/// ended, or an error.
- (nullable id)send:(id)element to:(id)channel wait:(APlusWait *)wait;

/// Sends an element without waiting; returns whether the channel has taken it.
- (BOOL)offer:(id)element to:(id)channel;

/// Receives without waiting; returns nil if the channel is empty, or what `receiveFrom:wait:` does.
- (nullable id)poll:(id)channel;

/// Closes a channel. Returns 1 if this call did it, 0 if the channel had ended before, and -1 if the library does not say so.
- (int)close:(id)channel;

/// Ends a channel with a reason.
- (void)fail:(id)channel with:(NSError *)reason;

/// Cancels a channel, which drops its elements.
- (void)cancelChannel:(id)channel;

/// Lets go of one end, where the library has the ends of a channel apart. It may be called again.
- (void)dropSenderOf:(id)channel;
- (void)dropReceiverOf:(id)channel;

@end

/// Exports the adapter; the argument is its class.
#define APLUS_CHANNEL_ADAPTER(Class) \
  APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter(void) { return APlusChannelTable([[Class alloc] init]); }

static id<APlusChannelAdapter> APlusChannelSubject;

static void APlusWake(void *context) { ((__bridge void (^)(void))context)(); }

@implementation APlusWait
- (BOOL)isCancelled {
  return wait->is_cancelled(wait) != 0;
}
- (void)waking:(void (^)(void))wake during:(void (^)(void))body {
  wait->when_cancelled(wait, APlusWake, (__bridge void *)wake);
  body();
  wait->when_cancelled(wait, 0, 0);
}
- (NSError *)cancellation {
  return APlusReasonOf(APLUS_ERROR_CANCELLED);
}
@end

static APlusWait *APlusWaitOf(const aplus_wait *given) {
  APlusWait *wait = [[APlusWait alloc] init];
  wait->wait = given;
  return APLUS_RETURNED_LATER(wait);
}

static id APlusChannelOf(aplus_channel *channel) { return APLUS_LENT(channel); }

static aplus_channel *APlusMakeChannel(const char *kind, uint64_t room, const aplus_completion *_Nullable hook) {
  @autoreleasepool {
    void (^undelivered)(id) = nil;
    if (hook) undelivered = ^(id element) { aplus_succeed(hook, APlusTokenOfValue(element)); };
    id made = [APlusChannelSubject channel:[NSString stringWithUTF8String:kind]
                                      room:room
                               undelivered:APLUS_COPIED(undelivered)];
    return (aplus_channel *)APLUS_KEPT(made);
  }
}

static void APlusReleaseChannel(aplus_channel *channel) {
  @autoreleasepool { (void)APLUS_GIVEN_BACK(channel); }
}

/// What a call gives: an element, nil where there is none, the end or an error.
static aplus_ending APlusAnswer(id _Nullable answer) {
  aplus_ending ending = {APLUS_RETURNED, 0, 0};
  if (!answer) {
    ending.kind = APLUS_EMPTY;
  } else if (answer == [NSNull null]) {
    ending.kind = APLUS_ENDED;
  } else if ([answer isKindOfClass:[NSError class]]) {
    ending.kind = APLUS_THREW;
    ending.token = APlusTokenOfReason(answer);
  } else {
    ending.token = APlusTokenOfValue(answer);
  }
  return ending;
}

static aplus_ending APlusSend(aplus_channel *channel, aplus_token element, const aplus_wait *wait) {
  @autoreleasepool {
    id refusal = [APlusChannelSubject send:APlusValueOf(element) to:APlusChannelOf(channel) wait:APlusWaitOf(wait)];
    aplus_ending ending = {APLUS_RETURNED, 0, 0};
    if (refusal) {
      ending.kind = APLUS_THREW;
      ending.token = refusal == [NSNull null] ? APLUS_ERROR : APlusTokenOfReason(refusal);
    }
    return ending;
  }
}

static aplus_ending APlusReceive(aplus_channel *channel, const aplus_wait *wait) {
  @autoreleasepool {
    return APlusAnswer([APlusChannelSubject receiveFrom:APlusChannelOf(channel) wait:APlusWaitOf(wait)]);
  }
}

static int32_t APlusOffer(aplus_channel *channel, aplus_token element) {
  @autoreleasepool { return [APlusChannelSubject offer:APlusValueOf(element) to:APlusChannelOf(channel)]; }
}

static aplus_ending APlusPoll(aplus_channel *channel) {
  @autoreleasepool { return APlusAnswer([APlusChannelSubject poll:APlusChannelOf(channel)]); }
}

static int32_t APlusClose(aplus_channel *channel) {
  @autoreleasepool { return [APlusChannelSubject close:APlusChannelOf(channel)]; }
}

static void APlusFail(aplus_channel *channel, aplus_token reason) {
  @autoreleasepool { [APlusChannelSubject fail:APlusChannelOf(channel) with:APlusReasonOf(reason)]; }
}

static void APlusCancelChannel(aplus_channel *channel) {
  @autoreleasepool { [APlusChannelSubject cancelChannel:APlusChannelOf(channel)]; }
}

static void APlusDropSender(aplus_channel *channel) {
  @autoreleasepool { [APlusChannelSubject dropSenderOf:APlusChannelOf(channel)]; }
}

static void APlusDropReceiver(aplus_channel *channel) {
  @autoreleasepool { [APlusChannelSubject dropReceiverOf:APlusChannelOf(channel)]; }
}

/// The table of an adapter.
static const aplus_adapter_v1 *APlusChannelTable(id<APlusChannelAdapter> subject) {
  static aplus_adapter_v1 table;
  @autoreleasepool {
    APlusChannelSubject = subject;
    NSMutableString *claims = [NSMutableString stringWithString:[subject capabilities]];
#define APLUS_ASKED(question, other) ([subject respondsToSelector:@selector(question)] ? [subject question] : other)
#define APLUS_IF(method, field, function, word) \
  if ([subject respondsToSelector:@selector(method)]) { \
    table.field = function; \
    [claims appendString:@" channels:" word]; \
  }
    table.abi = APLUS_ABI;
    table.size = sizeof table;
    table.name = table.library = APlusText(APLUS_ASKED(library, NSStringFromClass([subject class])));
    table.version = APlusText(APLUS_ASKED(version, @""));
    table.make_channel = APlusMakeChannel;
    table.release_channel = APlusReleaseChannel;
    table.receive = APlusReceive;
    APLUS_IF(send:to:wait:, send, APlusSend, "send")
    APLUS_IF(offer:to:, offer, APlusOffer, "offer")
    APLUS_IF(poll:, poll, APlusPoll, "poll")
    APLUS_IF(close:, close_channel, APlusClose, "close")
    APLUS_IF(fail:with:, fail_channel, APlusFail, "fail")
    APLUS_IF(cancelChannel:, cancel_channel, APlusCancelChannel, "cancel")
    APLUS_IF(dropSenderOf:, drop_sender, APlusDropSender, "drop-sender")
    APLUS_IF(dropReceiverOf:, drop_receiver, APlusDropReceiver, "drop-receiver")
    table.capabilities = APlusText(claims);
#if defined(GNUSTEP)
    // The thread that loads the adapter becomes the main thread of GNUstep.
    [NSThread currentThread];
#endif
#undef APLUS_ASKED
#undef APLUS_IF
  }
  return &table;
}

NS_ASSUME_NONNULL_END

#endif
