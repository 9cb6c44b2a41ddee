import type { AttemptDetail } from '@svc/protocol'
import { LIMITS } from '@svc/protocol'
import type { TestCase } from 'vitest/node'

/** One piece of what a test printed. Our own type: `TestCase.logs` of version 5 is unknown to the declarations of older ones. */
interface Log {
  type: 'stdout' | 'stderr'
  content: string
  /** Milliseconds since the epoch. */
  time: number
  taskId?: string | undefined
}

/** What a test printed, in its order. */
export type Printed = readonly Log[]

/** What was printed from a moment up to another: output belongs to a test, the clock says in milliseconds to which attempt. */
export const outputOf = (logs: Printed, from: number, to = Number.POSITIVE_INFINITY): AttemptDetail => {
  const of = (type: Log['type']) => {
    let text = ''
    for (const log of logs)
      if (log.type === type && log.time >= from && log.time < to) text = tail(text + log.content)
    return text
  }
  const [stdout, stderr] = [of('stdout'), of('stderr')]
  return { ...(stdout ? { stdout } : {}), ...(stderr ? { stderr } : {}) }
}

/** Keeps what running tests print, for versions before 5 whose tests do not tell it themselves. */
export class OutputLog {
  readonly #printed = new Map<string, Log[]>()

  add(log: Log): void {
    if (!log.taskId) return
    const logs = this.#printed.get(log.taskId)
    if (!logs) this.#printed.set(log.taskId, [log])
    else logs.push(log)
  }

  // A merged report replays what a test printed on top of what the test holds already.
  of(test: TestCase): Printed {
    return test.logs ? [...new Set(test.logs())] : (this.#printed.get(test.id) ?? [])
  }

  /** Forgets what tests printed that are over. */
  forget(test: TestCase): void {
    this.#printed.delete(test.id)
  }
}

// Megabytes of output must not become one text first: the client keeps only its end. The rest is for redaction.
const KEPT = 4 * LIMITS.outputTailBytes

const tail = (text: string): string => (text.length > 2 * KEPT ? text.slice(-KEPT) : text)
