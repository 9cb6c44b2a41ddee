import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver got. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** The answer of a receiver: a status, or a function that writes it. */
type Answering = number | ((response: ServerResponse, got: Received) => void)

/** A receiver of webhooks on this machine. */
export interface Receiver {
  url: string
  got: Received[]
  /** How it answers from now on; 200 at first. */
  answer(how: Answering): void
  /** Waits until it got so many. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** Starts a real HTTP server that takes webhooks. */
export async function openReceiver(): Promise<Receiver> {
  const got: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let how: Answering = 200
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(pieces).toString(),
    }
    got.push(received)
    for (const { count, resolve } of waiting) if (got.length >= count) resolve()
    if (typeof how === 'number') response.writeHead(how).end()
    else how(response, received)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    answer(next) {
      how = next
    },
    until: (count) =>
      new Promise((resolve) => {
        if (got.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
