import { once } from 'node:events'
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { command } from './redis.ts'
import type { Publishing } from './stream-child.ts'
import { stamp } from './subscribers.ts'

/**
 * Publishes to a channel of Redis from a process of its own, as a server would. With a file, it first stores there what
 * it publishes at once, as a server that must not lose a message would.
 */
const [port, channel = '', file] = process.argv.slice(2)
const stored = file === undefined ? null : openSync(file, 'w')
const socket = connect(Number(port), '127.0.0.1')
await once(socket, 'connect')
let answered = 0
let wake = () => {}
socket.on('data', (piece: Buffer) => {
  for (const byte of piece) if (byte === 0x0a) answered++
  wake()
})
process.on('message', async ({ count, text, atOnce }: Publishing) => {
  answered = 0
  for (let sent = 0; sent < count; sent += atOnce) {
    const messages = Array.from({ length: Math.min(atOnce, count - sent) }, (_, n) =>
      JSON.stringify({ id: sent + n, message: `${stamp()}${text}` }),
    )
    if (stored !== null) {
      writeSync(stored, messages.join(''))
      fdatasyncSync(stored)
    }
    for (const data of messages) socket.write(command('PUBLISH', channel, data))
  }
  while (answered < count)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  process.send?.('published')
})
process.on('disconnect', () => process.exit())
process.send?.({ port: 0 })
