/** Postgres: another transaction waited for this one while this one waited for it. */
const DEADLOCK = '40P01'
const MOST_TRIES = 5

/** Runs a transaction again that was called off because it and another waited for each other. */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      const isDeadlock = (error as { code?: unknown } | null)?.code === DEADLOCK
      if (!isDeadlock || tries === MOST_TRIES) throw error
    }
  }
}
