import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a server that can be paused or cut, or that loses what a filter takes out. */
export interface Way {
  /** The address given, by this way. */
  address: string
  /** Drops all traffic silently. */
  pause(): void
  resume(): void
  /** Cuts the connections that there are. */
  cut(): void
  /** Connections of which it has been asked so far. */
  connections(): number
  /** Connections that are open. */
  open(): number
}

/** Opens a way to the server of an address; `toClient` changes what the server says, or cuts the connection with null. */
export async function openWay(
  address: string,
  toClient?: () => (bytes: Buffer) => Buffer | null,
): Promise<Way> {
  const to = new URL(address)
  const sockets = new Set<Socket>()
  let isPaused = false
  let connections = 0
  const server = createServer((client) => {
    connections++
    const up = connect(Number(to.port), to.hostname)
    const change = toClient?.()
    const pass = (
      from: Socket,
      into: Socket,
      through: (bytes: Buffer) => Buffer | null = (bytes) => bytes,
    ) => {
      sockets.add(from)
      if (isPaused) from.pause()
      from.on('data', (bytes: Buffer) => {
        const passed = through(bytes)
        if (passed === null) from.destroy()
        else into.write(passed)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
    }
    pass(client, up)
    pass(up, client, change)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const by = new URL(address)
  by.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: by.href,
    pause() {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    connections: () => connections,
    open: () => sockets.size / 2,
  }
}

const NOTIFICATION = 'A'.charCodeAt(0)

/** Takes notifications out of what Postgres says, as a pooler does that gives each transaction another connection. */
export function withoutNotifications(): (bytes: Buffer) => Buffer {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const kept: Buffer[] = []
    while (rest.length >= 5) {
      const end = 1 + rest.readUInt32BE(1)
      if (rest.length < end) break
      if (rest[0] !== NOTIFICATION) kept.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return Buffer.concat(kept)
  }
}
