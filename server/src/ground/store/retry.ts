/** Postgres: a deadlock, or a serialization failure. */
const CALLED_OFF: unknown[] = ['40P01', '40001']
const MOST_TRIES = 5

/** Retries a transaction that failed because of a concurrent one. */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      const isCalledOff = CALLED_OFF.includes((error as { code?: unknown } | null)?.code)
      if (!isCalledOff || tries === MOST_TRIES) throw error
    }
  }
}
