import { Script } from 'node:vm'

/** V8 halves its rate of allocations every 100 ms, so that it becomes exactly zero after some 107 s. */
const EVERY_MS = 60_000

/**
 * Lets V8 return the free memory of this thread while the thread rests. V8 of Node 24 mistakes a rate of exactly zero
 * allocations in C++ for a high one, and then keeps the memory until 100 s after the last major collection. A script
 * is such an allocation.
 */
export function letHeapShrink(): void {
  const allocate = () => new Script('0')
  allocate()
  setInterval(allocate, EVERY_MS).unref()
}
