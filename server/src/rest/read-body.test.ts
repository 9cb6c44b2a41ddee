import { expect, test } from 'vitest'
import { whileSent } from './read-body.ts'

const all = async (pieces: AsyncIterable<Uint8Array>) => {
  const read: string[] = []
  for await (const piece of pieces) read.push(String(Buffer.from(piece)))
  return read
}

test('a sender that falls silent is given up, one that goes on is not', async () => {
  async function* pieces(pauseMs: number) {
    for (const text of ['a', 'b', 'c']) {
      yield Buffer.from(text)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  expect(await all(whileSent(pieces(1), { windowMs: 60_000, leastBytes: 1 }))).toEqual(['a', 'b', 'c'])
  await expect(all(whileSent(pieces(60_000), { windowMs: 20, leastBytes: 2 }))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^Only [01] bytes of the body came in 0.02 s/),
    facts: { retryAfterSeconds: 1 },
  })
})

test('a reader that stops early lets go of what it read from', async () => {
  let isOver = false
  async function* pieces() {
    try {
      for (;;) yield Buffer.from('x')
    } finally {
      isOver = true
    }
  }
  for await (const _ of whileSent(pieces(), { windowMs: 60_000, leastBytes: 1 })) break
  expect(isOver).toBe(true)
})
