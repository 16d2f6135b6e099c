// An adapter for channels with every method of the protocol.
#import "APlusChannels.h"

@interface Adapter : NSObject <APlusChannelAdapter>
@end

@implementation Adapter
- (NSString *)library { return @"mylib"; }
- (NSString *)version { return @"1"; }
- (NSString *)capabilities { return @"channels:bounded"; }
- (id)channel:(NSString *)kind room:(NSUInteger)room undelivered:(void (^)(id element))undelivered {
  if (room == 0 && undelivered) undelivered(kind);
  return [[NSObject alloc] init];
}
- (id)send:(id)element to:(id)channel wait:(APlusWait *)wait {
  __block id refusal = nil;
  [wait waking:^{ [self cancelChannel:channel]; } during:^{ refusal = element; }];
  return [wait isCancelled] ? [wait cancellation] : refusal;
}
- (id)receiveFrom:(id)channel wait:(APlusWait *)wait { return [wait isCancelled] ? [wait cancellation] : channel; }
- (BOOL)offer:(id)element to:(id)channel { return element == channel; }
- (id)poll:(id)channel { return channel; }
- (int)close:(id)channel { return channel == self; }
- (void)fail:(id)channel with:(NSError *)reason { [self offer:reason to:channel]; }
- (void)cancelChannel:(id)channel { [self close:channel]; }
- (void)dropSenderOf:(id)channel { [self close:channel]; }
- (void)dropReceiverOf:(id)channel { [self close:channel]; }
@end
APLUS_CHANNEL_ADAPTER(Adapter)
