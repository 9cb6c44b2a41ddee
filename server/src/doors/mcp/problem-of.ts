import { randomUUID } from 'node:crypto'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Readiness } from '../../ground/kernel/readiness.ts'

/** What clients learn of errors, and what the log does. */
export function makeProblemOf({ log, readiness }: { log: Log; readiness: Readiness }) {
  return {
    /** A refusal or an outage as it is; any other error as INTERNAL, with the number of its log line. */
    client(error: unknown, doing: string): Problem {
      const known = readiness.note(error, doing) ?? error
      if (known instanceof Problem) return inToolWords(known)
      const requestId = randomUUID()
      log({ level: 'error', event: 'tool failed', requestId, doing, error: describeError(error) })
      return new Problem('INTERNAL', `The server failed. Its log has the details under ${requestId}.`)
    },
    /** The SDK's own report: it also reports what clients did wrong, so only faults are worth a line. */
    note(error: Error): void {
      if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
        log({ level: 'error', event: 'mcp failed', error: describeError(error) })
    },
  }
}

const inToolWords = (problem: Problem): Problem =>
  problem.facts.words ? new Problem(problem.code, problem.at('mcp'), problem.facts) : problem
