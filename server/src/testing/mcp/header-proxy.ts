import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * The address of a loopback proxy that adds headers to each request, for tools that cannot send any. It passes the
 * Host of its client on, if the client forged one.
 */
export async function addHeaders(target: string, headers: Record<string, string>): Promise<string> {
  const to = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    const isOwn = incoming.headers.host === own
    const forwarded = request(
      {
        host: to.hostname,
        port: to.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, ...(isOwn && { host: to.host }), ...headers },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    return new Promise<void>((resolve) => void proxy.close(() => resolve()))
  })
  const own = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return `http://${own}`
}
