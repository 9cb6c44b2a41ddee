import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOnLoopback } from '@svc/test-kit/loopback'
import { onTestFinished } from 'vitest'

/** What stands between the action and our server. */
export interface Between {
  /** Takes an answer upon itself where it returns true; `/api/…` with its query. */
  instead?(path: string, response: ServerResponse): boolean
  /** Asks the server for another address. */
  rename?(path: string): string
  /** Changes the body of an answer. */
  change?(body: string): string
  /** Each request takes so many milliseconds more. */
  delayMs?: number
}

/** The real server as an older one, a newer one or a slow one would answer; until the test ends. */
export const startProxy = async (
  to: string,
  { instead, rename, change, delayMs = 0 }: Between,
): Promise<string> => {
  const pass = async (asked: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk)
    await sleep(delayMs)
    const path = asked.url ?? '/'
    if (instead?.(path, response)) return
    const { host: _, 'accept-encoding': __, ...headers } = asked.headers
    const forwarded = request(
      `${to}${rename?.(path) ?? path}`,
      { method: asked.method, headers },
      async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part)
        const body = Buffer.concat(parts)
        const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = answer.headers
        response.writeHead(answer.statusCode ?? 500, kept).end(change ? change(body.toString()) : body)
      },
    )
    forwarded.on('error', () => response.destroy())
    forwarded.end(Buffer.concat(chunks))
  }
  const server = createServer((asked, response) => {
    pass(asked, response).catch(() => response.destroy())
  })
  const { url, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return url
}
