// A promise whose handlers run on the main thread. Another object settles it, and handlers throw exceptions.
#import <Foundation/Foundation.h>

/// The name of the exception of a handler that returns the promise of its own result.
extern NSString *const MainSelfResolution;

typedef id (^MainHandler)(id outcome);

@interface MainResolver : NSObject {
  id promise;
}
- (void)fulfill:(id)value;
- (void)reject:(NSException *)reason;
@end

@interface MainPromise : NSObject {
  BOOL isSettled;
  id value;
  NSException *reason;
  NSMutableArray *reactions;
}
+ (instancetype)promise:(void (^)(MainResolver *resolver))body;
- (MainPromise *)then:(MainHandler)onFulfilled failed:(MainHandler)onRejected;
- (MainPromise *)finally:(void (^)(void))cleanup;
+ (MainPromise *)all:(NSArray *)promises;
@end
