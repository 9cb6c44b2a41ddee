import { sleep } from '@svc/client/doctor'
import {
  type FoundDocuments,
  type PushAnswer,
  type PushBody,
  type PushOptions,
  type PushReport,
  pushDocuments,
} from '@svc/client/documents'
import { Refusal } from '../refusal.ts'
import type { Call } from '../run.ts'
import type { Connection } from '../server/connect.ts'

/** Waits for a server that asks to send less; each wait is a minute at most. */
const MOST_WAITS = 5
const LONGEST_WAIT_SECONDS = 60

/** Pushes what was found, with a progress line on a terminal. */
export const pushFolder = async (
  call: Call,
  connection: Connection,
  found: FoundDocuments,
  options: PushOptions,
): Promise<PushReport> => {
  const isShown = call.stderr.isTTY === true && !call.isJson
  const onProgress = (sent: number, all: number) => {
    if (isShown) call.stderr.write(`\r\u001b[Ksending: ${sent} of ${all} documents`)
  }
  try {
    return await pushDocuments(found, { ...options, onProgress }, (body) => send(connection, body))
  } finally {
    if (isShown) call.stderr.write('\r\u001b[K')
  }
}

const send = async ({ ask }: Connection, body: PushBody): Promise<PushAnswer> => {
  for (let waits = 0; ; waits++) {
    try {
      return (await ask((client) => client.pushDocuments(body))).data
    } catch (error) {
      const seconds = error instanceof Refusal ? error.retryAfterSeconds : undefined
      const mayWait = seconds !== undefined && seconds <= LONGEST_WAIT_SECONDS && waits < MOST_WAITS
      if (!mayWait) throw error
      await sleep(seconds * 1_000)
    }
  }
}
