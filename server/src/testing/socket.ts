import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../doors/rest/listen.ts'
import type { Fetch } from '../doors/rest/starting.ts'

/** A connection on which a test writes HTTP by hand. */
export interface Wire {
  socket: Socket
  send(text: string | Uint8Array): void
  /** All that came until it holds `text`. */
  until(text: string): Promise<string>
  /** All that came until the server closed. */
  untilClosed(): Promise<string>
}

/** Serves an app on a real socket until the test ends. */
export async function serve(app: { fetch: Fetch }): Promise<{ url: string; wire: () => Promise<Wire> }> {
  const { server, url } = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return { url, wire: () => openWire(Number(new URL(url).port)) }
}

async function openWire(port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let came = ''
  let isClosed = false
  let wake = () => {}
  socket.setEncoding('utf8').on('data', (text: string) => {
    came += text
    wake()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  const when = async (isEnough: () => boolean) => {
    while (!isEnough() && !isClosed)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return came
  }
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    send: (text) => void socket.write(text),
    until: (text) => when(() => came.includes(text)),
    untilClosed: () => when(() => false),
  }
}
