import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Marks an event with the time at which it was published: `t=<nanoseconds>;`. */
export const stamp = (): string => `t=${process.hrtime.bigint()};`

/** Many clients of one publisher, in this process: they only count events and read their times. */
export interface Subscribers {
  /**
   * Waits until this many events have arrived in total; returns the milliseconds since publication
   * of each, ascending.
   */
  until(count: number): Promise<number[]>
  close(): void
}

/**
 * Opens connections, sends each its request, and waits until `isReady` confirms that its first
 * bytes have arrived.
 */
export async function subscribe(
  port: number,
  count: number,
  request: string,
  isReady: (received: string) => boolean,
): Promise<Subscribers> {
  let ms: number[] = []
  let wanted = 0
  let wake = () => {}
  const sockets: Socket[] = []
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(request)
    let head = ''
    while (!isReady(head)) head += String((await once(socket, 'data'))[0])
    let rest = ''
    socket.setEncoding('latin1').on('data', (piece: string) => {
      const now = process.hrtime.bigint()
      const text = rest + piece
      let at = 0
      for (;;) {
        const start = text.indexOf('t=', at)
        const end = start === -1 ? -1 : text.indexOf(';', start)
        if (end === -1) {
          rest = start === -1 ? text.slice(-1) : text.slice(start)
          break
        }
        at = end
        ms.push(Number(now - BigInt(text.slice(start + 2, end))) / 1e6)
      }
      if (ms.length >= wanted) wake()
    })
  }
  // Not all at once, because the queue of a listening socket is short.
  for (let from = 0; from < count; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - from) }, open))
  return {
    async until(count) {
      wanted = count
      if (ms.length < wanted)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      wake = () => {}
      const all = ms.sort((a, b) => a - b)
      ms = []
      return all
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
