#ifndef APLUS_BLOCKS_H
#define APLUS_BLOCKS_H

/// Blocks for GCC's runtime of Objective-C, which has none: what a compiler with blocks calls, and a class, so that
/// blocks are objects, and keep the objects that they capture.
///
/// The functions and the class are hidden in the library of the adapter. The host may have loaded another runtime of
/// blocks, whose blocks are no objects, and would come first. So the sources of a library that sends messages to blocks
/// are compiled with its adapter.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define APLUS_HIDDEN __attribute__((visibility("hidden")))

// The layout of blocks, as the compiler makes them: "Block Implementation Specification" of Clang.

/// Bits of the flags of a block, and of those of a variable that blocks share. A count is in bits 1 to 15.
enum {
  APlusBlockOne = 2,
  APlusBlockCount = 0xfffe,
  APlusBlockIsOnHeap = 1 << 24,
  APlusBlockHasHelpers = 1 << 25,
  APlusBlockIsGlobal = 1 << 28
};

/// What a field of a block is.
enum { APlusFieldObject = 3, APlusFieldBlock = 7, APlusFieldShared = 8, APlusFieldOfShared = 128 };

typedef struct APlusBlockDescriptor {
  unsigned long reserved, size;
  void (*copy)(void *to, const void *from);
  void (*dispose)(const void *block);
} APlusBlockDescriptor;

typedef struct APlusBlockLayout {
  const void *isa;
  int flags, reserved;
  void (*invoke)(void);
  const APlusBlockDescriptor *descriptor;
} APlusBlockLayout;

/// A variable that is declared `__block`.
typedef struct APlusShared {
  void *isa;
  struct APlusShared *forwarding;
  int flags, size;
  void (*copy)(struct APlusShared *to, struct APlusShared *from);
  void (*dispose)(struct APlusShared *shared);
} APlusShared;

/// The class of all blocks.
@interface APlusBlock : NSObject
@end

// The names by which the compiler refers to the classes of blocks.
#define APLUS_BLOCK_CLASS(name) ".hidden " name "\n.globl " name "\n.set " name ", _OBJC_CLASS_APlusBlock\n"
__asm__(APLUS_BLOCK_CLASS("_NSConcreteStackBlock") APLUS_BLOCK_CLASS("_NSConcreteMallocBlock")
            APLUS_BLOCK_CLASS("_NSConcreteGlobalBlock"));

#if defined(__cplusplus)
extern "C" {
#endif

extern APLUS_HIDDEN void *_NSConcreteMallocBlock[];

/// Adds an owner. A count that is full stays so: what has so many owners is never freed.
static void APlusCountUp(int *flags) {
  int old = __atomic_load_n(flags, __ATOMIC_RELAXED);
  do {
    if ((old & APlusBlockCount) == APlusBlockCount) return;
  } while (!__atomic_compare_exchange_n(flags, &old, old + APlusBlockOne, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/// Removes an owner; whether that was the last one.
static int APlusCountDown(int *flags) {
  int old = __atomic_load_n(flags, __ATOMIC_RELAXED);
  do {
    int count = old & APlusBlockCount;
    if (count == APlusBlockCount || count == 0) return 0;
  } while (!__atomic_compare_exchange_n(flags, &old, old - APlusBlockOne, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return (old & APlusBlockCount) == APlusBlockOne;
}

APLUS_HIDDEN void *_Block_copy(const void *given) {
  APlusBlockLayout *block = (APlusBlockLayout *)given;
  if (!block || block->flags & APlusBlockIsGlobal) return block;
  if (block->flags & APlusBlockIsOnHeap) {
    APlusCountUp(&block->flags);
    return block;
  }
  APlusBlockLayout *copy = (APlusBlockLayout *)malloc(block->descriptor->size);
  memcpy(copy, block, block->descriptor->size);
  copy->flags = (block->flags & ~APlusBlockCount) | APlusBlockIsOnHeap | APlusBlockOne;
  copy->isa = _NSConcreteMallocBlock;
  if (copy->flags & APlusBlockHasHelpers) copy->descriptor->copy(copy, block);
  return copy;
}

APLUS_HIDDEN void _Block_release(const void *given) {
  APlusBlockLayout *block = (APlusBlockLayout *)given;
  if (!block || !(block->flags & APlusBlockIsOnHeap) || !APlusCountDown(&block->flags)) return;
  if (block->flags & APlusBlockHasHelpers) block->descriptor->dispose(block);
  free(block);
}

/// The variable on the heap, where the block that declares it and all copies of blocks find it.
static APlusShared *APlusShare(APlusShared *given) {
  APlusShared *shared = given->forwarding;
  if (shared->flags & APlusBlockIsOnHeap) {
    APlusCountUp(&shared->flags);
    return shared;
  }
  shared = (APlusShared *)malloc((size_t)given->size);
  memcpy(shared, given, (size_t)given->size);
  // The function that declares the variable owns it, too.
  shared->flags = (given->flags & ~APlusBlockCount) | APlusBlockIsOnHeap | 2 * APlusBlockOne;
  shared->forwarding = given->forwarding = shared;
  if (shared->flags & APlusBlockHasHelpers) shared->copy(shared, given);
  return shared;
}

static void APlusUnshare(APlusShared *given) {
  APlusShared *shared = given->forwarding;
  if (!(shared->flags & APlusBlockIsOnHeap) || !APlusCountDown(&shared->flags)) return;
  if (shared->flags & APlusBlockHasHelpers) shared->dispose(shared);
  free(shared);
}

APLUS_HIDDEN void _Block_object_assign(void *to, const void *from, const int kind) {
  const void *kept = from;
  // A shared variable does not keep what it refers to.
  if (kind & APlusFieldOfShared) kept = from;
  else if (kind & APlusFieldShared) kept = APlusShare((APlusShared *)from);
  else if ((kind & APlusFieldBlock) == APlusFieldBlock) kept = _Block_copy(from);
  else if ((kind & APlusFieldObject) == APlusFieldObject) kept = [(id)from retain];
  *(const void **)to = kept;
}

APLUS_HIDDEN void _Block_object_dispose(const void *field, const int kind) {
  if (kind & APlusFieldOfShared) return;
  if (kind & APlusFieldShared) APlusUnshare((APlusShared *)field);
  else if ((kind & APlusFieldBlock) == APlusFieldBlock) _Block_release(field);
  else if ((kind & APlusFieldObject) == APlusFieldObject) [(id)field release];
}

#if defined(__cplusplus)
}
#endif

@implementation APlusBlock
- (id)copyWithZone:(NSZone *)zone {
  (void)zone;
  return (id)_Block_copy(self);
}
- (id)copy { return (id)_Block_copy(self); }
- (id)retain {
  // As on macOS: a block on the stack cannot be retained, only copied.
  if (((APlusBlockLayout *)(void *)self)->flags & APlusBlockIsOnHeap) _Block_copy(self);
  return self;
}
- (oneway void)release { _Block_release(self); }
- (NSUInteger)retainCount {
  return (NSUInteger)(((APlusBlockLayout *)(void *)self)->flags & APlusBlockCount) / APlusBlockOne;
}
@end

#endif
