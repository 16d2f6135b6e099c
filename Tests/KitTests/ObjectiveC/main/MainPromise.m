#import "MainPromise.h"

NSString *const MainSelfResolution = @"MainSelfResolution";

@interface MainPromise ()
- (void)settleWith:(id)value or:(NSException *)reason;
- (void)whenSettled:(void (^)(id value, NSException *reason))function;
@end

@implementation MainResolver

- (id)initWithPromise:(id)given {
  if ((self = [super init])) promise = [given retain];
  return self;
}

- (void)dealloc {
  [promise release];
  [super dealloc];
}

- (void)fulfill:(id)value { [promise settleWith:value or:nil]; }
- (void)reject:(NSException *)reason { [promise settleWith:nil or:reason]; }

@end

@implementation MainPromise

+ (instancetype)promise:(void (^)(MainResolver *))body {
  MainPromise *made = [[[self alloc] init] autorelease];
  body([[[MainResolver alloc] initWithPromise:made] autorelease]);
  return made;
}

- (id)init {
  if ((self = [super init])) reactions = [[NSMutableArray alloc] init];
  return self;
}

- (void)dealloc {
  [value release];
  [reason release];
  [reactions release];
  [super dealloc];
}

/// The reactions that are due, in order: the main thread itself and others perform selectors there by different ways.
static NSMutableArray *due;

+ (void)initialize {
  if (!due) due = [[NSMutableArray alloc] init];
}

+ (void)runNext {
  void (^job)(void);
  @synchronized(due) {
    job = [[due objectAtIndex:0] retain];
    [due removeObjectAtIndex:0];
  }
  job();
  [job release];
}

- (void)enqueue:(void (^)(id, NSException *))reaction {
  @synchronized(due) {
    [due addObject:[[^{ reaction(self->value, self->reason); } copy] autorelease]];
  }
  [MainPromise performSelectorOnMainThread:@selector(runNext) withObject:nil waitUntilDone:NO];
}

- (void)settleWith:(id)givenValue or:(NSException *)givenReason {
  @synchronized(self) {
    if (isSettled) return;
    isSettled = YES;
    value = [givenValue retain];
    reason = [givenReason retain];
    for (id reaction in reactions) [self enqueue:reaction];
    [reactions removeAllObjects];
  }
}

- (void)whenSettled:(void (^)(id, NSException *))function {
  id reaction = [[function copy] autorelease];
  @synchronized(self) {
    if (isSettled) [self enqueue:reaction];
    else [reactions addObject:reaction];
  }
}

- (MainPromise *)then:(MainHandler)onFulfilled failed:(MainHandler)onRejected {
  MainPromise *derived = [[[MainPromise alloc] init] autorelease];
  [self whenSettled:^(id given, NSException *error) {
    MainHandler handler = error ? onRejected : onFulfilled;
    if (!handler) return [derived settleWith:given or:error];
    @try {
      id result = handler(error ? error : given);
      if (result == derived) @throw [NSException exceptionWithName:MainSelfResolution reason:nil userInfo:nil];
      if (![result isKindOfClass:[MainPromise class]]) [derived settleWith:result or:nil];
      else [result whenSettled:^(id later, NSException *failure) { [derived settleWith:later or:failure]; }];
    } @catch (NSException *thrown) {
      [derived settleWith:nil or:thrown];
    }
  }];
  return derived;
}

- (MainPromise *)finally:(void (^)(void))cleanup {
  return [MainPromise promise:^(MainResolver *resolver) {
    [self whenSettled:^(id given, NSException *error) {
      @try {
        cleanup();
        if (error) [resolver reject:error];
        else [resolver fulfill:given];
      } @catch (NSException *thrown) {
        [resolver reject:thrown];
      }
    }];
  }];
}

+ (MainPromise *)all:(NSArray *)promises {
  return [MainPromise promise:^(MainResolver *resolver) {
    NSMutableArray *values = [NSMutableArray arrayWithArray:promises];
    // Only the main thread uses the count.
    __block NSUInteger missing = [promises count];
    if (missing == 0) [resolver fulfill:values];
    [promises enumerateObjectsUsingBlock:^(id promise, NSUInteger index, BOOL *stop) {
      (void)stop;
      [promise whenSettled:^(id given, NSException *error) {
        if (error) return [resolver reject:error];
        [values replaceObjectAtIndex:index withObject:given];
        if (--missing == 0) [resolver fulfill:values];
      }];
    }];
  }];
}

@end
