// The adapter of your channels for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The page of the kit for objc describes all methods.
#import "APlusChannels.h"

// FILL IN: load your library, here a queue that blocks the calling thread
@interface Queue : NSObject {
@public
  NSCondition *changed;
  NSMutableArray *items;
  NSUInteger room;
  BOOL isClosed;
}
@end

@implementation Queue
- (id)initWithRoom:(NSUInteger)given {
  if ((self = [super init])) {
    changed = [[NSCondition alloc] init];
    items = [[NSMutableArray alloc] init];
    room = given;
  }
  return self;
}
- (void)dealloc {
  [changed release];
  [items release];
  [super dealloc];
}
- (BOOL)push:(id)item {
  [changed lock];
  while (!isClosed && [items count] == room) [changed wait];
  BOOL isTaken = !isClosed;
  if (isTaken) [items addObject:item];
  [changed broadcast];
  [changed unlock];
  return isTaken;
}
- (id)pop {
  [changed lock];
  while (!isClosed && [items count] == 0) [changed wait];
  id item = [items count] ? [[[items objectAtIndex:0] retain] autorelease] : nil;
  if (item) [items removeObjectAtIndex:0];
  [changed broadcast];
  [changed unlock];
  return item;
}
- (BOOL)close {
  [changed lock];
  BOOL isFirst = !isClosed;
  isClosed = YES;
  [changed broadcast];
  [changed unlock];
  return isFirst;
}
@end

@interface Adapter : NSObject <APlusChannelAdapter>
@end

@implementation Adapter
// FILL IN: the name of your library, the kinds of channels that it has, and what it promises
- (NSString *)library { return @"mylib"; }
- (NSString *)capabilities { return @"threads channels:bounded undelivered:told"; }
- (id)channel:(NSString *)kind room:(NSUInteger)room undelivered:(void (^)(id))undelivered {
  // FILL IN: make a channel of the kind
  return [[[Queue alloc] initWithRoom:room] autorelease];
}
// FILL IN: send and receive; each call has a thread of its own, which it may block
- (id)send:(id)element to:(Queue *)queue wait:(APlusWait *)wait { return [queue push:element] ? nil : [NSNull null]; }
- (id)receiveFrom:(Queue *)queue wait:(APlusWait *)wait {
  id element = [queue pop];
  return element ? element : [NSNull null];
}
// FILL IN: what else your library has, such as offer:to: or poll:, and leave out what it does not have
- (int)close:(Queue *)queue { return [queue close]; }
@end
APLUS_CHANNEL_ADAPTER(Adapter)
