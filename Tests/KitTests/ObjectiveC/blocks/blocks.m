// What the kit promises of blocks where the runtime has none. Returns the line of the first promise that is not kept.
#import <Foundation/Foundation.h>

#import "APlusBlocks.h"

static int freed;

@interface Counted : NSObject
@end

@implementation Counted
- (void)dealloc {
  ++freed;
  [super dealloc];
}
@end

#define EXPECT(claim) \
  if (!(claim)) return __LINE__

int check(void) {
  typedef int (^Block)(void);
  NSMutableArray *kept = [[NSMutableArray alloc] init];
  @autoreleasepool {
    Counted *counted = [[Counted alloc] init];
    __block int calls = 0;
    Block inner = ^{ return [counted isKindOfClass:[Counted class]] ? ++calls : 0; };
    Block outer = ^{ return inner(); };
    EXPECT([outer isKindOfClass:[NSObject class]]);
    Block copy = [outer copy];
    EXPECT((id)copy != (id)outer && [copy copy] == copy && [copy retainCount] == 2);
    [copy release];
    [kept addObject:copy];
    [copy release];
    [counted release];
    EXPECT(copy() == 1 && calls == 1);
    EXPECT([kept containsObject:copy]);
    // A variable that blocks share moves to the heap with the first copy.
    calls = 5;
  }
  EXPECT(freed == 0);
  Block last = [kept objectAtIndex:0];
  EXPECT(last() == 6 && last() == 7);
  [kept removeAllObjects];
  EXPECT(freed == 1);
  // One that captures nothing is global, and never freed.
  Block global = ^{ return 3; };
  EXPECT([global copy] == global && [global retain] == global);
  [global release];
  [global release];
  EXPECT(global() == 3);
  // A shared variable does not keep its object, and a shared block is called where it moved to.
  @autoreleasepool {
    __block Counted *shared = [[Counted alloc] init];
    Block user = [[^{ return shared != nil; } copy] autorelease];
    EXPECT(user() == 1 && [shared retainCount] == 1);
    [shared release];
    shared = nil;
    EXPECT(user() == 0 && freed == 2);
  }
  // So many owners that they cannot be counted: the block stays.
  __block int many = 0;
  Block crowded = [^{ return ++many; } copy];
  for (int owner = 0; owner < 40000; ++owner) [crowded retain];
  for (int owner = 0; owner < 40000; ++owner) [crowded release];
  EXPECT(crowded() == 1);
  [kept release];
  return 0;
}
