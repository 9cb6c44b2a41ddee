import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import { PASSING } from '../server/wait-until-whole.ts'
import { say } from '../terminal/messages.ts'
import { duration } from '../terminal/words.ts'
import type { Place } from './find-place.ts'
import { readPullRequest } from './read-pull-request.ts'

/** Interval between two requests, each of which compares all suites. */
const EVERY_MS = 5_000
/** Interval between two log lines. */
const TELL_EVERY_MS = 60_000
const LEAST_BYTES = 4_000

/** Waits until every suite of a merge or pull request has settled; returns false if the time runs out. */
export const waitUntilSettled = async (
  connection: Connection,
  place: Place,
  deadline: number,
  call: Call,
): Promise<boolean> => {
  const start = call.now()
  let messageTime = start - TELL_EVERY_MS
  for (;;) {
    const isLast = call.now() >= deadline
    if (await isSettled(connection, place, isLast)) return true
    if (isLast) return false
    const time = call.now()
    if (time - messageTime >= TELL_EVERY_MS) {
      messageTime = time
      say(
        call,
        'svc: ',
        `waiting for more results: ${duration(time - start)} of at most ${duration(deadline - start)}`,
      )
    }
    await sleep(Math.max(0, Math.min(EVERY_MS, deadline - call.now())))
  }
}

const isSettled = async (connection: Connection, place: Place, isLast: boolean): Promise<boolean> => {
  try {
    return !(await readPullRequest(connection, place, LEAST_BYTES)).provisional
  } catch (error) {
    if (isLast || !(error instanceof Refusal) || !PASSING.includes(error.code)) throw error
    return false
  }
}
