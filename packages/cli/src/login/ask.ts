import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'

/** Asks questions on a terminal; `secretly` shows nothing of the answer. */
export interface Asker {
  ask(question: string, secretly?: boolean): Promise<string>
  close(): void
}

/** Returns an asker, or undefined if there is no terminal. `outcome` completes the message after Ctrl-C. */
export const makeAsker = (
  { stdin, stderr, isJson }: Call,
  outcome = 'nothing was stored',
): Asker | undefined => {
  if (!stdin?.isTTY || !stderr.isTTY || isJson) return undefined
  let isMuted = false
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isMuted) stderr.write(String(chunk))
      done()
    },
  })
  // One interface for all questions, because it may have read more than the first answer.
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 })
  const closed = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new Refusal(`interrupted; ${outcome}`, { code: 'INTERRUPTED' })))
  })
  closed.catch(() => undefined)
  return {
    ask: async (question, secretly = false) => {
      const answer = new Promise<string>((resolve) => lines.question(question, resolve))
      isMuted = secretly
      try {
        return (await Promise.race([answer, closed])).trim()
      } finally {
        isMuted = false
        if (secretly) stderr.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
