import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { stamp } from './subscribers.ts'

/**
 * The comparison: a Hono server that writes each event to each client with `streamSSE`, as its
 * documentation shows.
 */
const clients = new Set<SSEStreamingApi>()
const app = new Hono()
app.get('/stream', (c) =>
  streamSSE(c, async (stream) => {
    clients.add(stream)
    await stream.writeSSE({ event: 'ready', data: '' })
    await new Promise<void>((resolve) => stream.onAbort(resolve))
    clients.delete(stream)
  }),
)
let id = 0
const publish = async (text: string) => {
  id++
  const event = {
    id: String(id),
    event: 'message',
    data: JSON.stringify({ id, message: `${stamp()}${text}` }),
  }
  await Promise.all([...clients].map((client) => client.writeSSE(event)))
}
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.send?.({ port }),
)
process.on('message', async ({ count, text }: { count: number; text: string }) => {
  for (let n = 0; n < count; n++) await publish(text)
  process.send?.('published')
})
process.on('disconnect', () => {
  server.close()
  process.exit()
})
