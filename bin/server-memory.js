// How a server uses memory, read when its process begins.

/**
 * A server's memory must not depend on its busiest minute: large blocks are taken straight from the system
 * and given back to it. By default glibc learns from the first picture to keep blocks of that size, in a heap
 * for each thread (mallopt(3)).
 */
export const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };
/**
 * Space for new objects in megabytes. By default, a busy minute makes it twice as large for good,
 * and the server 40 MB larger.
 */
export const heap = '--max-semi-space-size=8';
