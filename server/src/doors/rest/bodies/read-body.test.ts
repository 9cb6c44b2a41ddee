import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { serve } from '../../../testing/socket.ts'
import type { RestEnv } from '../env.ts'
import { makeIntake } from './intake.ts'
import { readBody } from './read-body.ts'

const sender = { organizationId: 1, credential: 'key:1' }

/** A server that reads bodies, and counts the looks after waits. */
async function open() {
  const intake = makeIntake({ atOnce: 1, memoryBytes: 1024 * 1024, waitMs: 10_000 })
  const seen = { looks: 0, reads: 0 }
  const app = new Hono<RestEnv>()
  app.post('/', async (c) => {
    // As the doors do, which authenticate first.
    await Promise.resolve()
    seen.reads++
    const { bytes, release } = await readBody(c, {
      limitBytes: 100_000,
      intake,
      sender,
      afterWait: async () => void seen.looks++,
    })
    const { byteLength } = bytes
    release()
    return c.text(`read ${byteLength}`)
  })
  const { wire } = await serve({ fetch: app.fetch as never })
  return { intake, seen, wire: await wire() }
}

const head = (fields: string) => `POST / HTTP/1.1\r\nHost: a\r\n${fields}\r\n\r\n`

test('a body that comes with its head has not waited, in either form, nor has none at all', async () => {
  const { seen, wire } = await open()
  wire.send(`${head('Content-Length: 4')}body`)
  await wire.until('read 4')
  wire.send(`${head('Transfer-Encoding: chunked')}5\r\nbody2\r\n0\r\n\r\n`)
  await wire.until('read 5')
  wire.send(head('Content-Length: 0'))
  await wire.until('read 0')
  wire.send(`${head('Content-Length: 9000')}${'x'.repeat(9_000)}`)
  await wire.until('read 9000')
  expect(seen).toEqual({ reads: 4, looks: 0 })
})

test('a body whose end comes later has waited, even if only the end was missing', async () => {
  const { seen, wire } = await open()
  wire.send(`${head('Content-Length: 4')}bod`)
  await expect.poll(() => seen.reads).toBe(1)
  wire.send('y')
  await wire.until('read 4')
  expect(seen.looks).toBe(1)
  wire.send(`${head('Transfer-Encoding: chunked')}5\r\nbody2\r\n`)
  await expect.poll(() => seen.reads).toBe(2)
  wire.send('0\r\n\r\n')
  await wire.until('read 5')
  expect(seen.looks).toBe(2)
})

test('a body that is here has waited if it waited for room', async () => {
  const { intake, seen, wire } = await open()
  const room = await intake.enter(sender, 1)
  wire.send(`${head('Content-Length: 4')}body`)
  await expect.poll(() => intake.waiting).toBe(1)
  room.leave()
  await wire.until('read 4')
  expect(seen.looks).toBe(1)
})
