/** Who has a pool of its own: the main thread, the ingest thread, and each of the threads that make answers. */
export type Pool = 'main' | 'ingest' | 'answers'

/** Threads that make large answers. The second starts when the first is busy, so that one organization holds up no other. */
export const ANSWER_THREADS = 2

export const DEFAULT_CONNECTIONS = 30
/** Each pool can still work: a transaction of ingest or of the main thread leaves a connection for others. */
export const LEAST_CONNECTIONS = 7
/** The one that hears what other replicas notify. */
export const WAKE_CONNECTIONS = 1

/** How many of a replica's connections each pool has at most; with the one of notices they are `connections`. */
export function connectionShares(connections: number): Record<Pool, number> {
  const answers = Math.max(1, Math.floor(connections / 6))
  const ingest = Math.max(2, Math.floor(connections / 3))
  return { main: connections - WAKE_CONNECTIONS - ingest - ANSWER_THREADS * answers, ingest, answers }
}
