// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for objc.
#import "APlusAdapter.h"
// FILL IN: load your library; name its other files of Objective-C as SOURCES in adapter.json
#import "mylib.h"

@interface Adapter : NSObject <APlusAdapter>
@end

@implementation Adapter
// FILL IN: the name of your library, and what it can do
- (NSString *)library { return @"mylib"; }
- (NSString *)capabilities { return @"acceptance"; }
// FILL IN: make a pending promise
- (id)deferred { return [[[ExamplePromise alloc] init] autorelease]; }
// FILL IN: fulfill and reject it
- (BOOL)fulfill:(ExamplePromise *)promise with:(id)value { return [promise fulfill:value]; }
- (BOOL)reject:(ExamplePromise *)promise with:(id)reason { return [promise reject:reason]; }
- (id)then:(ExamplePromise *)promise onFulfilled:(APlusHandler)ok onRejected:(APlusHandler)bad {
  // FILL IN: the call that registers two handlers, either of which may be nil
  return [promise then:ok or:bad];
}
// FILL IN: run your library's queue; omit it if handlers run on the main thread or on threads of the library
- (NSUInteger)drain { return [ExamplePromise runJob]; }
// FILL IN: recognize your library's own errors
- (BOOL)isSelfResolution:(NSError *)reason { return [[reason domain] isEqual:ExampleSelfResolution]; }
@end
APLUS_ADAPTER(Adapter)
