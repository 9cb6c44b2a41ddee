import type { Config } from './config.ts'
import type { Journal } from './journal.ts'

/** Waits for a promise, but not longer than `deadline` (milliseconds since the epoch). */
export const within = async <T>(work: Promise<T>, deadline: number): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - Date.now()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Sends the journal of a run that is over and says in a line or two what came of it. */
export const endRun = async (run: {
  config: Config
  root: string
  journal: Journal
  results: number
  deadline: number
}): Promise<void> => {
  run.journal.close()
  run.journal.release()
}
