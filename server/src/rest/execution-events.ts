import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../kernel/access.ts'
import type { Context } from '../kernel/context.ts'
import { parseInput } from '../kernel/parse-input.ts'
import { Problem } from '../kernel/problem.ts'
import type { Wake } from '../kernel/wake.ts'
import { apiHeaders } from './answer.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import type { RestContext, RestEnv } from './env.ts'
import { rechecking } from './recheck.ts'
import { contextOf, inputOf, type ServerContext, singleQuery } from './routes.ts'

/** An event contains the complete progress, so that losing one does no harm. */
interface Progress {
  revision: number
  state: string
  counts: { failed: number; flaky: number }
}

/** The objects that the route for events needs. */
export interface EventsDoor {
  server: ServerContext
  wake: Wake
  /** Streams of one credential at a time. */
  streams: ConcurrencyLimit
  /** Ends all streams, so that clients reconnect to a running replica. */
  draining: AbortSignal
  readProgress(ctx: Context, id: string): Promise<Progress>
}

/** Notices can get lost, so a stream also reads by itself at this interval. */
const LOOK_EVERY_MS = 5_000
/** Proxies end a connection that is silent for long. */
const LOOKS_PER_HEARTBEAT = 3
const RETRY_MS = 2_000

const Wanted = z.strictObject({ id: z.uuid() })
const ACCESS = { role: 'viewer', scope: 'read' } as const

/** `GET /api/executions/:id/events`: the progress of an execution as server-sent events, until it settles. */
export function mountExecutionEvents(app: Hono<RestEnv>, door: EventsDoor): void {
  app.get('/api/executions/:id/events', async (c) => {
    requireAccess(c.get('caller'), ACCESS)
    if (c.get('isCookie')) refuseOtherSites(c)
    const path = c.req.param()
    const { id } = parseInput(Wanted, inputOf(path, singleQuery(c)), Object.keys(path))
    const ctx = contextOf(c, door.server)
    const first = await door.readProgress(ctx, id)
    const seen = c.req.header('Last-Event-ID')
    const headers = { ...apiHeaders(c), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
    // 204 tells a browser not to reconnect.
    if (first.state !== 'running' && seen === String(first.revision))
      return new Response(null, { status: 204, headers: apiHeaders(c) })
    if (c.req.method === 'HEAD') return new Response(null, { headers })
    const release = door.streams.take(ctx.caller.credential)
    if (release === null)
      throw new Problem(
        'RATE_LIMITED',
        `This credential may have ${door.streams.most} streams of events at a time. Close one, then try again.`,
        { retryAfterSeconds: 5 },
      )
    return new Response(streamOf(door, { c, ctx, id, first, seen, release }), { headers })
  })
}

/** Otherwise a page of another site could use up the streams of its visitor. */
function refuseOtherSites(c: RestContext): void {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem('FORBIDDEN', 'Only pages of this server may open a stream of events with a cookie.')
}

interface Opened {
  c: RestContext
  ctx: Context
  id: string
  first: Progress
  seen: string | undefined
  release: () => void
}

const encoder = new TextEncoder()

function streamOf(door: EventsDoor, opened: Opened): ReadableStream<Uint8Array> {
  const { c, id, release } = opened
  const check = rechecking(c, door.server.clock, ACCESS, 'as-new')
  let sent: Progress | null = null
  let isOpen = true
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => {
          if (isOpen) controller.enqueue(encoder.encode(text))
        }
        const end = () => {
          if (!isOpen) return
          stop()
          controller.close()
        }
        const tell = (now: Progress) => {
          if (sent?.revision === now.revision) return
          const newFailures = sent ? Math.max(0, now.counts.failed - sent.counts.failed) : 0
          sent = now
          const name = now.state === 'running' ? 'progress' : 'settled'
          const data = JSON.stringify({ id, ...now, newFailures })
          write(`event: ${name}\nid: ${now.revision}\ndata: ${data}\n\n`)
          if (name === 'settled') end()
        }
        let looks = 0
        let looking: Promise<void> | null = null
        let isDue = false
        const look = async () => {
          // A slow client gets the newest state when it continues to read.
          if ((controller.desiredSize ?? 0) <= 0) return
          await check()
          tell(await door.readProgress({ ...opened.ctx, caller: c.get('caller') }, id))
        }
        const start = () => {
          if (!isOpen) return
          if (looking) {
            isDue = true
            return
          }
          looking = look()
            .catch((error: unknown) => {
              // The client connects again, and then receives the error.
              if (error instanceof Problem)
                write(`event: ended\ndata: ${JSON.stringify({ code: error.code })}\n\n`)
              end()
            })
            .finally(() => {
              looking = null
              if (!isDue) return
              isDue = false
              start()
            })
        }
        const timer = setInterval(() => {
          if (++looks % LOOKS_PER_HEARTBEAT === 0 && (controller.desiredSize ?? 0) > 0) write(': alive\n\n')
          start()
        }, LOOK_EVERY_MS)
        timer.unref()
        const unlisten = door.wake.listen('executions', (subjects) => {
          if (subjects === 'missed' || subjects.has(id.toLowerCase())) start()
        })
        door.draining.addEventListener('abort', end, { once: true })
        stop = () => {
          isOpen = false
          clearInterval(timer)
          unlisten()
          door.draining.removeEventListener('abort', end)
          release()
        }
        write(`retry: ${RETRY_MS}\n\n`)
        tell(opened.first)
        if (door.draining.aborted) end()
        // The execution may have changed between the first read and the subscription.
        else start()
      },
      cancel() {
        if (isOpen) stop()
      },
    },
    { highWaterMark: 16 },
  )
}
