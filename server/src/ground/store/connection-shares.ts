/** The owners of a pool: the main thread, the ingest thread, and each of the answer threads. */
export type Pool = 'main' | 'ingest' | 'answers'

/**
 * Threads that make large answers. The second starts when the first is busy, so that one organization does
 * not block another.
 */
export const ANSWER_THREADS = 2

export const DEFAULT_CONNECTIONS = 30
/** Each pool can still work: a transaction of ingest or of the main thread leaves a connection for others. */
export const LEAST_CONNECTIONS = 7
/** The connection that receives notices of other replicas. */
export const WAKE_CONNECTIONS = 1

/**
 * The maximum of a replica's connections for each pool; with the one for notices they add up to
 * `connections`.
 */
export function connectionShares(connections: number): Record<Pool, number> {
  const answers = Math.max(1, Math.floor(connections / 6))
  const ingest = Math.max(2, Math.floor(connections / 3))
  return { main: connections - WAKE_CONNECTIONS - ingest - ANSWER_THREADS * answers, ingest, answers }
}
