// The header of a runtime with blocks, which GNUstep imports where the compiler has blocks. GCC's runtime has none;
// APlusBlocks.h has the functions.
#ifndef APLUS_BLOCKS_RUNTIME_H
#define APLUS_BLOCKS_RUNTIME_H

#if defined(__cplusplus)
extern "C" {
#endif

void *_Block_copy(const void *block);
void _Block_release(const void *block);

#if defined(__cplusplus)
}
#endif

#define Block_copy(block) ((__typeof__(block))_Block_copy((const void *)(block)))
#define Block_release(block) _Block_release((const void *)(block))

#endif
