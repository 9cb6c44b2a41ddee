import { once } from 'node:events'
import { connect } from 'node:net'
import { stamp } from './subscribers.ts'

/** Publishes to a channel of Redis from a process of its own, as a server would. */
const socket = connect(Number(process.argv[2]), '127.0.0.1')
await once(socket, 'connect')
let answered = 0
let wake = () => {}
socket.on('data', (piece: Buffer) => {
  for (const byte of piece) if (byte === 0x0a) answered++
  wake()
})
process.on('message', async ({ count, text }: { count: number; text: string }) => {
  answered = 0
  for (let n = 0; n < count; n++) {
    const data = JSON.stringify({ id: n, message: `${stamp()}${text}` })
    socket.write(`*3\r\n$7\r\nPUBLISH\r\n$6\r\nevents\r\n$${Buffer.byteLength(data)}\r\n${data}\r\n`)
  }
  while (answered < count)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  process.send?.('published')
})
process.on('disconnect', () => process.exit())
process.send?.({ port: 0 })
