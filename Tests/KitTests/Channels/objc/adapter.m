// The adapter of the channel.
#import "APlusChannels.h"
#import "Channel.h"

@interface Adapter : NSObject <APlusChannelAdapter>
@end

@implementation Adapter
- (NSString *)library { return @"channel"; }
- (NSString *)capabilities {
  return @"threads channels:rendezvous,bounded,unlimited,cancel-waiting undelivered:told drop:hook error-reaches:all";
}
- (id)channel:(NSString *)kind room:(NSUInteger)room undelivered:(void (^)(id))undelivered {
  if ([kind isEqual:@"unlimited"]) room = NSUIntegerMax;
  return [[[Channel alloc] initWithRoom:room dropped:undelivered] autorelease];
}
- (id)send:(id)element to:(Channel *)channel wait:(APlusWait *)wait {
  __block BOOL isStopped = NO;
  __block id answer = nil;
  [wait waking:^{ [channel stop:&isStopped]; } during:^{ answer = [channel send:element stop:&isStopped]; }];
  return answer == element ? nil : answer ? answer : [wait cancellation];
}
- (id)receiveFrom:(Channel *)channel wait:(APlusWait *)wait {
  __block BOOL isStopped = NO;
  __block id answer = nil;
  [wait waking:^{ [channel stop:&isStopped]; } during:^{ answer = [channel receive:&isStopped]; }];
  return answer ? answer : [wait cancellation];
}
- (BOOL)offer:(id)element to:(Channel *)channel { return [channel offer:element]; }
- (id)poll:(Channel *)channel { return [channel poll]; }
- (int)close:(Channel *)channel { return [channel endWith:[NSNull null]]; }
- (void)fail:(Channel *)channel with:(NSError *)reason { [channel endWith:reason]; }
- (void)cancelChannel:(Channel *)channel { [channel cancel]; }
@end
APLUS_CHANNEL_ADAPTER(Adapter)
