// An adapter with every method of the protocol.
#import "APlusAdapter.h"

@interface Adapter : NSObject <APlusAdapter>
@end

@implementation Adapter
- (NSString *)library { return @"mylib"; }
- (NSString *)version { return @"1"; }
- (NSString *)capabilities { return @"cancellation:rejection"; }
- (APlusReasons)reasons { return APlusThrownErrors; }
- (id)deferred { return [APlusDeferred promise:[[NSObject alloc] init] settler:[[NSObject alloc] init]]; }
- (BOOL)fulfill:(id)settler with:(id)value { return settler == value; }
- (BOOL)reject:(id)settler with:(id)reason { return settler == reason; }
- (id)then:(id)promise onFulfilled:(APlusHandler)onFulfilled onRejected:(APlusHandler)onRejected {
  return onFulfilled ? onFulfilled(promise) : onRejected(promise);
}
- (void)resolve:(id)settler with:(id)promise { [self fulfill:settler with:promise]; }
- (id)fulfilled:(id)value { return value; }
- (id)rejected:(id)reason { return reason; }
- (void)cancel:(id)promise { [self reject:promise with:promise]; }
- (void)cancel:(id)promise with:(id)reason { [self reject:promise with:reason]; }
- (id)combine:(APlusCombination *)combination {
  return combination->function ? combination->function(combination->kind) : combination->members;
}
- (BOOL)usesMainThread { return NO; }
- (NSUInteger)drain { return 0; }
- (BOOL)isSelfResolution:(id)reason { return reason == self; }
- (BOOL)isCancellation:(id)reason { return reason == self; }
- (BOOL)isTimeout:(id)reason { return reason == self; }
@end
APLUS_ADAPTER(Adapter)
