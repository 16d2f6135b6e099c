// A conforming promise for one thread: with it, the kit is tested. Its handlers wait in a queue, which `runJob` runs.
#import <Foundation/Foundation.h>

typedef id (^ExampleHandler)(id outcome);

@interface ExamplePromise : NSObject {
  BOOL isSettled, isResolved, isRejected;
  id outcome;
  NSMutableArray *reactions;
}
- (BOOL)fulfill:(id)value;
- (BOOL)reject:(id)reason;
/// Adopts what a promise becomes; any other object is a value.
- (BOOL)resolve:(id)value;
/// A handler returns a value or a promise, or an error to fail.
- (ExamplePromise *)then:(ExampleHandler)onFulfilled or:(ExampleHandler)onRejected;
/// Puts a job at the end of the queue.
- (void)enqueue:(void (^)(void))job;
/// Runs the job that is first in the queue; whether there was one.
+ (BOOL)runJob;
@end

/// The domain of the library's own errors: a promise was resolved with itself.
static NSString *const ExampleSelfResolution = @"ExampleSelfResolution";

static NSMutableArray *ExampleJobs;

@implementation ExamplePromise

- (id)init {
  if ((self = [super init])) reactions = [[NSMutableArray alloc] init];
  return self;
}

- (void)dealloc {
  [outcome release];
  [reactions release];
  [super dealloc];
}

+ (BOOL)runJob {
  if ([ExampleJobs count] == 0) return NO;
  void (^job)(void) = [[ExampleJobs objectAtIndex:0] retain];
  [ExampleJobs removeObjectAtIndex:0];
  job();
  [job release];
  return YES;
}

- (void)enqueue:(void (^)(void))job {
  if (!ExampleJobs) ExampleJobs = [[NSMutableArray alloc] init];
  [ExampleJobs addObject:[[job copy] autorelease]];
}

- (void)settleWith:(id)given rejected:(BOOL)rejected {
  if (isSettled) return;
  isSettled = YES;
  isRejected = rejected;
  outcome = [given retain];
  for (void (^reaction)(void) in reactions) [self enqueue:reaction];
  [reactions removeAllObjects];
}

/// Calls a function from the queue once the promise is settled.
- (void)whenSettled:(void (^)(BOOL rejected, id outcome))function {
  void (^reaction)(void) = ^{ function(self->isRejected, self->outcome); };
  if (isSettled) [self enqueue:reaction];
  else [reactions addObject:[[reaction copy] autorelease]];
}

- (BOOL)close {
  BOOL wasOpen = !isResolved;
  isResolved = YES;
  return wasOpen;
}

- (BOOL)fulfill:(id)value {
  if (![self close]) return NO;
  [self settleWith:value rejected:NO];
  return YES;
}

- (BOOL)reject:(id)reason {
  if (![self close]) return NO;
  [self settleWith:reason rejected:YES];
  return YES;
}

- (BOOL)resolve:(id)value {
  if (![self close]) return NO;
  if (value == self) {
    [self settleWith:[NSError errorWithDomain:ExampleSelfResolution code:0 userInfo:nil] rejected:YES];
  } else if ([value isKindOfClass:[ExamplePromise class]]) {
    [value whenSettled:^(BOOL rejected, id given) { [self settleWith:given rejected:rejected]; }];
  } else {
    [self settleWith:value rejected:NO];
  }
  return YES;
}

- (ExamplePromise *)then:(ExampleHandler)onFulfilled or:(ExampleHandler)onRejected {
  ExamplePromise *derived = [[[[self class] alloc] init] autorelease];
  [self whenSettled:^(BOOL rejected, id given) {
    ExampleHandler handler = rejected ? onRejected : onFulfilled;
    id result = handler ? handler(given) : given;
    if (handler ? [result isKindOfClass:[NSError class]] : rejected) [derived reject:result];
    else [derived resolve:result];
  }];
  return derived;
}

@end
