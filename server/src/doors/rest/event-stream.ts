import type { Access } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Heard, Wake } from '../../ground/kernel/wake.ts'
import { apiHeaders } from './answer.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import type { RestContext } from './env.ts'
import { rechecking } from './recheck.ts'
import type { ServerContext } from './routes.ts'

/** The objects that the routes for events need. */
export interface StreamDoor {
  server: ServerContext
  wake: Wake
  /** Streams of one credential at a time. */
  streams: ConcurrencyLimit
  /** Ends all streams, so that clients reconnect to a running replica. */
  draining: AbortSignal
}

export interface StreamEvent {
  name: string
  id: string
  data: object
  /** True if the stream ends with it. */
  isLast?: boolean
}

/** What a stream tells. */
export interface Told {
  /** The event for what has changed since the one before; null if nothing has. Its errors end the stream. */
  look(ctx: Context): Promise<StreamEvent | null>
  /** Whether a notice about executions may concern it. */
  hears(subjects: Parameters<Heard>[0]): boolean
  /** The shortest time between two looks, so that a busy organization does not make one for each upload. */
  spacingMs: number
}

/** Notices can get lost, so a stream also looks by itself at this interval. */
const LOOK_EVERY_MS = 5_000
/** Proxies end a connection that is silent for long. */
const LOOKS_PER_HEARTBEAT = 3
const RETRY_MS = 2_000

export const READS_EVENTS = { role: 'viewer', scope: 'read' } as const satisfies Access

export const eventHeaders = (c: RestContext) => ({
  ...apiHeaders(c),
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
})

/** Opens a stream of server-sent events. Throws RATE_LIMITED if the credential has too many. */
export function openEventStream(
  door: StreamDoor,
  { c, ctx, first, told }: { c: RestContext; ctx: Context; first: StreamEvent | null; told: Told },
): Response {
  const release = door.streams.take(ctx.caller.credential)
  if (release === null)
    throw new Problem(
      'RATE_LIMITED',
      `This credential may have ${door.streams.most} streams of events at a time. Close one, then try again.`,
      { retryAfterSeconds: 5 },
    )
  return new Response(streamOf(door, { c, ctx, first, told, release }), { headers: eventHeaders(c) })
}

interface Opened {
  c: RestContext
  ctx: Context
  first: StreamEvent | null
  told: Told
  release: () => void
}

const encoder = new TextEncoder()

function streamOf(door: StreamDoor, { c, ctx, first, told, release }: Opened): ReadableStream<Uint8Array> {
  const check = rechecking(c, door.server.clock, READS_EVENTS, 'as-new')
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
        const tell = (event: StreamEvent | null) => {
          if (!event) return
          write(`event: ${event.name}\nid: ${event.id}\ndata: ${JSON.stringify(event.data)}\n\n`)
          if (event.isLast) end()
        }
        let looks = 0
        let looking: Promise<void> | null = null
        let isDue = false
        let pause: NodeJS.Timeout | undefined
        const look = async () => {
          // A slow client gets the newest state when it continues to read.
          if ((controller.desiredSize ?? 0) <= 0) return
          await check()
          tell(await told.look({ ...ctx, caller: c.get('caller') }))
        }
        const start = () => {
          if (!isOpen) return
          if (looking || pause) {
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
              if (told.spacingMs > 0 && isOpen) pause = setTimeout(again, told.spacingMs).unref()
              else again()
            })
        }
        const again = () => {
          pause = undefined
          if (!isDue) return
          isDue = false
          start()
        }
        const timer = setInterval(() => {
          if (++looks % LOOKS_PER_HEARTBEAT === 0 && (controller.desiredSize ?? 0) > 0) write(': alive\n\n')
          start()
        }, LOOK_EVERY_MS)
        timer.unref()
        const unlisten = door.wake.listen('executions', (subjects) => {
          if (told.hears(subjects)) start()
        })
        door.draining.addEventListener('abort', end, { once: true })
        stop = () => {
          isOpen = false
          clearInterval(timer)
          clearTimeout(pause)
          unlisten()
          door.draining.removeEventListener('abort', end)
          release()
        }
        write(`retry: ${RETRY_MS}\n\n`)
        tell(first)
        if (door.draining.aborted) end()
        // Something may have changed between the first read and the subscription.
        else start()
      },
      cancel() {
        if (isOpen) stop()
      },
    },
    { highWaterMark: 16 },
  )
}
