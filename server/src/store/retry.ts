/** Postgres: another transaction waited for this one while this one waited for it, or changed what it had read. */
const CALLED_OFF: unknown[] = ['40P01', '40001']
const MOST_TRIES = 5

/** Runs a transaction again that was called off because of another. */
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
