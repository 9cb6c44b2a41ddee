import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@svc/api'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { say } from '../terminal/messages.ts'
import type { Connection } from './connect.ts'

/** The server's limit of a minute, with a small margin. */
const LONGEST_WAIT_SECONDS = 65
const MOST_WAITS = 5

/**
 * Sends a request, and waits while a rate limit is reached, because agents that share a key reach
 * it together. A refused request stores nothing, so repeating it is safe.
 */
export const askPatiently = async <T>(
  call: Pick<Call, 'stderr' | 'folder'>,
  { ask }: Pick<Connection, 'ask'>,
  question: (client: Client) => Promise<T>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> => {
  for (let waits = 0; ; waits++)
    try {
      return await ask(question)
    } catch (error) {
      const seconds =
        error instanceof Refusal && error.code === 'RATE_LIMITED' ? error.retryAfterSeconds : undefined
      if (seconds === undefined || seconds > LONGEST_WAIT_SECONDS || waits >= MOST_WAITS) throw error
      say(call, 'svc: ', `${(error as Refusal).message} Waiting ${seconds} s.`)
      await pause(seconds * 1_000)
    }
}
