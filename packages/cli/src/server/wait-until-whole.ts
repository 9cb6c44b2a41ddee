import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionSummary } from '@svc/api'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { say } from '../terminal/messages.ts'
import { oneLine } from '../terminal/text.ts'
import { duration } from '../terminal/words.ts'
import type { Connection } from './connect.ts'

/** Interval between two requests. */
const EVERY_MS = 2_000
/** Interval between two log lines. */
const TELL_EVERY_MS = 60_000
/** Codes of errors that may be temporary. */
export const PASSING = ['UNREACHABLE', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', 'STORAGE_FULL']

/** Waits until an execution has settled, with progress on standard error; returns false if the time runs out. */
export const waitUntilOver = async (
  { ask }: Connection,
  { id, suite, build }: ExecutionSummary,
  deadline: number,
  call: Call,
): Promise<boolean> => {
  const { now, stderr, isJson } = call
  const isShown = stderr.isTTY === true && !isJson
  const start = now()
  let messageTime = start - TELL_EVERY_MS
  const tell = () => {
    const time = now()
    const text = `waiting for more results of build ${oneLine(build)}, suite ${oneLine(suite)}: ${duration(time - start)} of at most ${duration(deadline - start)}`
    if (isShown) stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`)
    else if (time - messageTime >= TELL_EVERY_MS) {
      messageTime = time
      say(call, 'svc: ', text)
    }
  }
  try {
    for (;;) {
      const left = deadline - now()
      if (left <= 0) return false
      tell()
      await sleep(Math.min(EVERY_MS, left))
      if (await isOver(ask, id, now() >= deadline)) return true
    }
  } finally {
    if (isShown) stderr.write('\r\u001b[K')
  }
}

const isOver = async (ask: Connection['ask'], id: string, isLast: boolean): Promise<boolean> => {
  try {
    return (await ask((client) => client.getExecution({ id, limit: 1 }))).data.state !== 'running'
  } catch (error) {
    if (isLast || !(error instanceof Refusal) || !PASSING.includes(error.code)) throw error
    return false
  }
}
