import type { Client } from '@svc/api'
import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { askPatiently } from './ask-patiently.ts'

const limited = (retryAfterSeconds: number) =>
  new Refusal('rate limit reached (429): 10 writes a minute.', { code: 'RATE_LIMITED', retryAfterSeconds })

/** Asks a server that refuses with these errors before it answers. */
async function asked(refusals: Error[]) {
  const said: string[] = []
  const pauses: number[] = []
  const ask = async <T>(question: (client: Client) => Promise<T>) => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
    return question({} as Client)
  }
  const stderr = { write: (text: string) => said.push(text) } as unknown as NodeJS.WriteStream
  const answer = askPatiently(
    { stderr, folder: '/' },
    { ask },
    async () => 'sent',
    async (ms) => pauses.push(ms),
  )
  return { answer: await answer.catch((error: unknown) => error), said: said.join(''), pauses }
}

test('waits as long as the server says, and tells why', async () => {
  expect(await asked([limited(37), limited(2)])).toEqual({
    answer: 'sent',
    said: expect.stringMatching(/^svc: rate limit reached .* a minute\. Waiting 37 s\.\n.*Waiting 2 s\.\n$/s),
    pauses: [37_000, 2_000],
  })
})

test('does not wait for ever, nor after another refusal', async () => {
  const { answer, pauses } = await asked(Array.from({ length: 9 }, () => limited(1)))
  expect([(answer as Refusal).code, pauses.length]).toEqual(['RATE_LIMITED', 5])
  for (const refusal of [limited(3_600), new Refusal('no', { code: 'FORBIDDEN' }), new Error('bug')])
    expect(await asked([refusal])).toEqual({ answer: refusal, said: '', pauses: [] })
})
