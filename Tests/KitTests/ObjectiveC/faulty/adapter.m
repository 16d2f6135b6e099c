// The promise of the kit's example with the fault that APLUS_FAULT names.
#import "APlusAdapter.h"
#import "../../../../adapters/kits/objc/example/ExamplePromise.h"

static BOOL has(const char *fault) {
  const char *name = getenv("APLUS_FAULT");
  return name && strcmp(name, fault) == 0;
}

@interface FaultyPromise : ExamplePromise
@end

@implementation FaultyPromise
- (void)enqueue:(void (^)(void))job {
  if (has("inline")) job();
  else if (!has("lost") || !isRejected) [super enqueue:job];
}
- (BOOL)close {
  if (has("twice")) isSettled = isResolved = NO;
  return [super close];
}
- (ExamplePromise *)then:(ExampleHandler)onFulfilled or:(ExampleHandler)onRejected {
  if (has("refuses") && isSettled) @throw outcome;
  // What is never released keeps the handlers.
  if (has("keeps")) [onFulfilled copy];
  return [super then:onFulfilled or:onRejected];
}
@end

@interface Adapter : NSObject <APlusAdapter>
@end

@implementation Adapter
- (NSString *)capabilities { return @"acceptance collect"; }
- (id)deferred { return [[[FaultyPromise alloc] init] autorelease]; }
- (BOOL)fulfill:(ExamplePromise *)promise with:(id)value { return [promise fulfill:value]; }
- (BOOL)reject:(ExamplePromise *)promise with:(id)reason { return [promise reject:reason]; }
- (id)then:(ExamplePromise *)promise onFulfilled:(APlusHandler)ok onRejected:(APlusHandler)bad {
  return [promise then:ok or:bad];
}
- (NSUInteger)drain { return [ExamplePromise runJob]; }
@end
APLUS_ADAPTER(Adapter)
