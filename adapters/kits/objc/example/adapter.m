#import "APlusAdapter.h"
#import "ExamplePromise.h"

@interface Adapter : NSObject <APlusAdapter>
@end

@implementation Adapter
- (NSString *)library { return @"mylib"; }
- (NSString *)capabilities { return @"acceptance collect destructors"; }
- (id)deferred { return [[[ExamplePromise alloc] init] autorelease]; }
- (BOOL)fulfill:(ExamplePromise *)promise with:(id)value { return [promise fulfill:value]; }
- (BOOL)reject:(ExamplePromise *)promise with:(id)reason { return [promise reject:reason]; }
- (id)then:(ExamplePromise *)promise onFulfilled:(APlusHandler)ok onRejected:(APlusHandler)bad {
  return [promise then:ok or:bad];
}
- (void)resolve:(ExamplePromise *)promise with:(id)other { [promise resolve:other]; }
- (NSUInteger)drain { return [ExamplePromise runJob]; }
- (BOOL)isSelfResolution:(NSError *)reason { return [[reason domain] isEqual:ExampleSelfResolution]; }
@end
APLUS_ADAPTER(Adapter)
