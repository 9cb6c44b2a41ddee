import { sleep } from '@svc/client/cli'
import {
  type FoundDocuments,
  type PushAnswer,
  type PushBody,
  type PushOptions,
  type PushReport,
  pushDocuments,
} from '@svc/client/documents'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'

/** Waits for a server that asks to send less; each wait is a minute at most. */
const MOST_WAITS = 5
const LONGEST_WAIT_SECONDS = 60
/** A busy server may take longer for a large document than the command waits for an answer. */
const MOST_SILENCES = 2

/** Pushes the documents, with a progress line on a terminal. */
export const pushFolder = async (
  call: Call,
  connection: Connection,
  found: FoundDocuments,
  options: PushOptions,
): Promise<PushReport> => {
  const isShown = call.stderr.isTTY === true && !call.isJson
  const onProgress = (sent: number, all: number) => {
    if (isShown)
      call.stderr.write(`\r\u001b[K${options.isDry ? 'checking' : 'sending'}: ${sent} of ${all} documents`)
  }
  try {
    return await pushDocuments(found, { ...options, onProgress }, (body) => send(connection, body))
  } finally {
    if (isShown) call.stderr.write('\r\u001b[K')
  }
}

/** Repeating a request is harmless: the server keeps what it stored from the first one. */
const send = async ({ ask }: Connection, body: PushBody): Promise<PushAnswer> => {
  for (let waits = 0; ; waits++) {
    try {
      return (await ask((client) => client.pushDocuments(body))).data
    } catch (error) {
      const seconds = secondsToWait(error, waits)
      if (seconds === undefined) throw error
      await sleep(seconds * 1_000)
    }
  }
}

/** How long to wait before the same request may succeed; undefined if it would not. */
const secondsToWait = (error: unknown, waits: number): number | undefined => {
  if (!(error instanceof Refusal)) return undefined
  const { code, retryAfterSeconds: asked } = error
  if (code === 'UNREACHABLE') return waits < MOST_SILENCES ? 1 : undefined
  return asked !== undefined && asked <= LONGEST_WAIT_SECONDS && waits < MOST_WAITS ? asked : undefined
}
