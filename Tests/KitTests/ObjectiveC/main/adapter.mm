#import "APlusAdapter.h"
#import "MainPromise.h"

@interface Adapter : NSObject <APlusAdapter>
@end

@implementation Adapter
- (NSString *)capabilities { return @"threads combinators:all,finally"; }
- (BOOL)usesMainThread { return YES; }
- (APlusReasons)reasons { return APlusExceptions; }
- (id)deferred {
  __block MainResolver *resolver;
  MainPromise *promise = [MainPromise promise:^(MainResolver *given) { resolver = given; }];
  return [APlusDeferred promise:promise settler:resolver];
}
- (BOOL)fulfill:(MainResolver *)resolver with:(id)value { [resolver fulfill:value]; return YES; }
- (BOOL)reject:(MainResolver *)resolver with:(id)reason { [resolver reject:reason]; return YES; }
- (id)then:(MainPromise *)promise onFulfilled:(APlusHandler)ok onRejected:(APlusHandler)bad {
  return [promise then:ok failed:bad];
}
- (BOOL)isSelfResolution:(NSException *)reason { return [[reason name] isEqual:MainSelfResolution]; }
- (id)combine:(APlusCombination *)combination {
  if ([combination->kind isEqual:@"all"]) return [MainPromise all:combination->members];
  APlusHandler function = combination->function;
  return [[combination->members objectAtIndex:0] finally:^{ function(nil); }];
}
@end
APLUS_ADAPTER(Adapter)
