// A channel whose calls block their thread, right unless APLUS_FAULT names a fault of it.
#import <Foundation/Foundation.h>
#include <stdlib.h>
#include <string.h>

static BOOL has(const char *fault) {
  const char *name = getenv("APLUS_FAULT");
  return name && strcmp(name, fault) == 0;
}

/// A channel with room for some elements, or for none: then a send ends when its element is taken. A call that is told to
/// stop ends with nil, and one on a channel that has ended with `NSNull` or the error that ended it.
@interface Channel : NSObject {
  NSCondition *changed;
  NSMutableArray *items, *senders;
  NSUInteger room, receivers;
  id end;
  void (^dropped)(id);
}
- (id)initWithRoom:(NSUInteger)room dropped:(void (^)(id))dropped;
/// Sends; returns the element once it is taken.
- (id)send:(id)element stop:(const BOOL *)stop;
- (BOOL)offer:(id)element;
- (id)receive:(const BOOL *)stop;
/// Returns nil if the channel is empty.
- (id)poll;
/// Ends the channel; whether this call did it.
- (BOOL)endWith:(id)end;
/// Ends the channel, and drops its elements.
- (void)cancel;
/// Has calls stop.
- (void)stop:(BOOL *)stop;
@end

@implementation Channel

- (id)initWithRoom:(NSUInteger)given dropped:(void (^)(id))function {
  if ((self = [super init])) {
    changed = [[NSCondition alloc] init];
    items = [[NSMutableArray alloc] init];
    senders = [[NSMutableArray alloc] init];
    room = given;
    dropped = [function copy];
  }
  return self;
}

- (void)dealloc {
  [changed release];
  [items release];
  [senders release];
  [end release];
  [dropped release];
  [super dealloc];
}

/// Takes elements of senders that wait, as far as there is room: without any, one for each receiver that waits.
- (void)admit {
  while (!end && [senders count] > 0 && [items count] < (room ? room : receivers)) {
    [items addObject:[[senders objectAtIndex:0] objectAtIndex:0]];
    [senders removeObjectAtIndex:0];
  }
  [changed broadcast];
}

/// Takes the element that is first.
- (id)take {
  if ([items count] == 0) return end;
  NSUInteger place = has("newest-first") ? [items count] - 1 : 0;
  id element = [[[items objectAtIndex:place] retain] autorelease];
  [items removeObjectAtIndex:place];
  if (!has("forgets-senders")) [self admit];
  return element;
}

- (id)send:(id)element stop:(const BOOL *)stop {
  NSArray *sender = [NSArray arrayWithObject:element];
  [changed lock];
  if (!end) [senders addObject:sender];
  BOOL isRefused = end != nil;
  [self admit];
  while (!end && !*stop && [senders indexOfObjectIdenticalTo:sender] != NSNotFound) [changed wait];
  if ([senders indexOfObjectIdenticalTo:sender] != NSNotFound) {
    isRefused = YES;
    if (!has("cancelled-send-stays")) [senders removeObjectIdenticalTo:sender];
  }
  id answer = isRefused ? end : element;
  [changed unlock];
  return answer;
}

- (BOOL)offer:(id)element {
  [changed lock];
  BOOL isTaken = !end && [items count] < (room ? room : receivers);
  if (isTaken) [items addObject:element];
  [changed broadcast];
  [changed unlock];
  return isTaken;
}

- (id)receive:(const BOOL *)stop {
  [changed lock];
  receivers++;
  [self admit];
  while (!end && !*stop && [items count] == 0) [changed wait];
  receivers--;
  id element = [self take];
  [changed unlock];
  return has("cancel-takes-the-element") && *stop ? nil : element;
}

- (id)poll {
  [changed lock];
  receivers++;
  [self admit];
  receivers--;
  id element = [self take];
  [changed unlock];
  return element;
}

- (BOOL)endWith:(id)given {
  [changed lock];
  BOOL isFirst = !end;
  if (isFirst) end = [given retain];
  if (!has("close-wakes-nobody")) [changed broadcast];
  [changed unlock];
  return isFirst;
}

- (void)cancel {
  [self endWith:[NSNull null]];
  [changed lock];
  NSArray *rest = [[items copy] autorelease];
  [items removeAllObjects];
  [changed unlock];
  for (id element in rest) if (dropped && !has("drops-without-a-report")) dropped(element);
}

- (void)stop:(BOOL *)stop {
  [changed lock];
  *stop = YES;
  [changed broadcast];
  [changed unlock];
}

@end
