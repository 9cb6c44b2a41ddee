import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a port is given once, though nothing listens on it yet', async () => {
  const first = await freePort()
  const others = await Promise.all([freePort(first), freePort(first), freePort(first)])
  expect(new Set([first, ...others]).size).toBe(4)
})
