import { Outage } from '../../ground/kernel/outage.ts'

/**
 * libuv has four threads for files, passwords and compression. If the folder of artifacts hangs, its operations keep
 * their threads, so half of them stay free for everything else.
 */
const MOST = 2
/** A folder without an answer for this long hangs; a slow one answers now and then. */
const TURN_MS = 2_000
/** Longer than a busy disk takes for one operation. */
const END_MS = 30_000

/** Bounds the operations on the folder of artifacts that are under way. */
export interface OperationLimit {
  /**
   * Does one operation when it is its turn; an operation must not wait for another one. Throws `Outage` if meanwhile
   * none ended for 2 s, or if it does not end itself within 30 s. What it returns later goes to `late`.
   */
  run<T>(operation: () => Promise<T>, late?: (result: T) => unknown): Promise<T>
  /** Closes a file when it is its turn, however late that is. Throws `Outage` if it is still open after 30 s. */
  close(file: { close(): Promise<void> }): Promise<void>
}

export function makeOperationLimit({ most = MOST, turnMs = TURN_MS, endMs = END_MS } = {}): OperationLimit {
  const waiting = new Set<() => void>()
  let free = most
  let endedAt = 0

  const giveBack = () => {
    endedAt = performance.now()
    const [next] = waiting
    if (!next) {
      free++
      return
    }
    waiting.delete(next)
    next()
  }
  const turn = (isPatient: boolean) => {
    if (free > 0) {
      free--
      return undefined
    }
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        const quietMs = performance.now() - endedAt
        if (quietMs < turnMs) {
          timer = setTimeout(giveUp, turnMs - quietMs)
          return
        }
        waiting.delete(begin)
        reject(hangs(`No operation has ended for ${Math.round(quietMs)} ms.`))
      }
      let timer = isPatient ? undefined : setTimeout(giveUp, turnMs)
      waiting.add(begin)
    })
  }
  const within = async <T>(done: Promise<T>, late: (result: T) => unknown): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        done.then(late).catch(() => undefined)
        reject(hangs(`An operation has not ended within ${endMs} ms.`))
      }, endMs)
    })
    try {
      return await Promise.race([done, tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async run(operation, late = () => undefined) {
      await turn(false)
      return within((async () => operation())().finally(giveBack), late)
    },
    close(file) {
      const closing = async () => {
        await turn(true)
        await file.close().finally(giveBack)
      }
      return within(closing(), () => undefined)
    },
  }
}

const hangs = (why: string) => new Outage('artifacts', 'away', { cause: new Error(why) })
