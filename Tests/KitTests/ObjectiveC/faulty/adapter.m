// The promise of the kit's example with the fault that APLUS_FAULT names.
#import "APlusAdapter.h"
#import "../../../../adapters/kits/objc/example/ExamplePromise.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static BOOL has(const char *fault) {
  const char *name = getenv("APLUS_FAULT");
  return name && strcmp(name, fault) == 0;
}

@interface FaultyPromise : ExamplePromise
@end

@implementation FaultyPromise
+ (BOOL)runJob {
  if (!has("frees-under-lock") || [ExampleJobs count] == 0) return [super runJob];
  void (^job)(void) = [[ExampleJobs objectAtIndex:0] retain];
  [ExampleJobs removeObjectAtIndex:0];
  job();
  pthread_mutex_lock(&lock);
  [job release];
  pthread_mutex_unlock(&lock);
  return YES;
}
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
  pthread_mutex_lock(&lock);
  ExamplePromise *derived = [super then:onFulfilled or:onRejected];
  pthread_mutex_unlock(&lock);
  return derived;
}
@end

@interface Adapter : NSObject <APlusAdapter>
@end

@implementation Adapter
- (NSString *)capabilities { return @"acceptance collect destructors"; }
- (id)deferred { return [[[FaultyPromise alloc] init] autorelease]; }
- (BOOL)fulfill:(ExamplePromise *)promise with:(id)value { return [promise fulfill:value]; }
- (BOOL)reject:(ExamplePromise *)promise with:(id)reason { return [promise reject:reason]; }
- (id)then:(ExamplePromise *)promise onFulfilled:(APlusHandler)ok onRejected:(APlusHandler)bad {
  return [promise then:ok or:bad];
}
- (NSUInteger)drain { return [FaultyPromise runJob]; }
@end
APLUS_ADAPTER(Adapter)
