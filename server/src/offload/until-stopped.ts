import { ClientDisconnected } from '../kernel/client-disconnected.ts'
import type { Store } from '../store/open.ts'

/**
 * The same store, whose reads throw `ClientDisconnected` as soon as the cell of `stopped` is not 0. Reads of SQLite
 * let no message into a thread, so only shared memory reaches it.
 */
export function untilStopped(store: Store, stopped: Int32Array): Store {
  const read = store.read.withPlugin({
    transformQuery({ node }) {
      if (Atomics.load(stopped, 0) !== 0) throw new ClientDisconnected()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ...store, read }
}
