// What the kit uses of Foundation, with the types that it has on macOS: for a compiler without Foundation, which checks
// there with automatic reference counting that the kit compiles.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")

#define nil ((id)0)
#define NO ((BOOL)0)

typedef signed char BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;

@class NSDictionary, NSString;

@protocol NSObject
- (BOOL)isKindOfClass:(Class)type;
- (BOOL)isEqual:(id)other;
- (BOOL)respondsToSelector:(SEL)selector;
- (Class)class;
@end

__attribute__((objc_root_class)) @interface NSObject <NSObject>
+ (instancetype)alloc;
+ (Class)class;
- (instancetype)init;
@end

@interface NSString : NSObject
+ (instancetype)stringWithUTF8String:(const char *)bytes;
- (const char *)UTF8String;
@end

@interface NSMutableString : NSString
+ (instancetype)stringWithString:(NSString *)text;
- (void)appendString:(NSString *)text;
@end

@interface NSNull : NSObject
+ (NSNull *)null;
@end

@interface NSNumber : NSObject
+ (NSNumber *)numberWithUnsignedLongLong:(unsigned long long)value;
- (unsigned long long)unsignedLongLongValue;
@end

@interface NSDictionary : NSObject
+ (instancetype)dictionaryWithObject:(id)object forKey:(id)key;
- (id)objectForKey:(id)key;
@end

@interface NSError : NSObject
+ (instancetype)errorWithDomain:(NSString *)domain code:(NSInteger)code userInfo:(NSDictionary *)info;
- (NSDictionary *)userInfo;
@end

@interface NSException : NSObject
+ (NSException *)exceptionWithName:(NSString *)name reason:(NSString *)reason userInfo:(NSDictionary *)info;
- (NSDictionary *)userInfo;
@end

@interface NSArray : NSObject
- (NSUInteger)count;
- (id)objectAtIndex:(NSUInteger)index;
@end

@interface NSMutableArray : NSArray
+ (instancetype)array;
- (void)addObject:(id)object;
@end

NSString *NSStringFromClass(Class type);
