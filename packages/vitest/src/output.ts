import { type AttemptDetail, LIMITS } from '@svc/protocol'
import type { TestCase } from 'vitest/node'

/**
 * One piece of a test's output. A type of our own, because older declarations lack `TestCase.logs`
 * of version 5.
 */
interface Log {
  type: 'stdout' | 'stderr'
  content: string
  /** Milliseconds since the epoch. */
  time: number
  taskId?: string | undefined
}

/** The output of a test, in order. */
export type Printed = readonly Log[]

/**
 * The output between two times: it belongs to the test, and the clock assigns it to an attempt, to
 * the millisecond.
 */
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

/** Keeps the output of running tests, for versions before 5 whose tests do not contain it. */
export class OutputLog {
  readonly #printed = new Map<string, Log[]>()

  add(log: Log): void {
    if (!log.taskId) return
    const logs = this.#printed.get(log.taskId)
    if (!logs) this.#printed.set(log.taskId, [log])
    else logs.push(log)
  }

  // A merged report replays output that the test already contains.
  of(test: TestCase): Printed {
    return test.logs ? [...new Set(test.logs())] : (this.#printed.get(test.id) ?? [])
  }

  /** Drops the output of tests that have ended. */
  forget(test: TestCase): void {
    this.#printed.delete(test.id)
  }
}

// Megabytes of output must not become one text first, because the client keeps only its end. The
// rest is needed for masking.
const KEPT = 4 * LIMITS.outputTailBytes

const tail = (text: string): string => (text.length > 2 * KEPT ? text.slice(-KEPT) : text)
