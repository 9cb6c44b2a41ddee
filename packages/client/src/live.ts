import type { Config } from './config.ts'
import { makePost, type Post } from './http.ts'
import type { Journal } from './journal.ts'
import { atStart, type Segment, segments } from './segments.ts'
import { sendSegment } from './upload.ts'

/** Sends a journal while it is written. */
export interface Live {
  /**
   * Starts no further request and waits for the current one; resolves with the number of entries
   * that the server has.
   */
  stop(): Promise<number>
}

/** Milliseconds. */
interface Pace {
  /** Before the first request. */
  first: number
  /** Between two requests; longer if the server is slow or has problems. */
  pause: number
  longestPause: number
  /** After this long without entries, a request reports that the run continues. */
  heartbeat: number
  request: number
}

const PACE: Pace = { first: 500, pause: 3_000, longestPause: 60_000, heartbeat: 120_000, request: 10_000 }

/**
 * Sends new lines every few seconds, one request at a time, and never rejects. The end of the run sends or reports
 * what failed. `open` gives the open line, which precedes everything else.
 */
export const sendLive = (
  config: Config,
  journal: Journal,
  open: () => Promise<string>,
  pace: Pace = PACE,
): Live => {
  const sender = makeSender(config, journal, pace)
  let isOver = false
  let troubles = 0
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()

  const wait = (pauseMs: number) => {
    timer = setTimeout(() => {
      sending = round().catch(() => undefined)
    }, pauseMs)
    // A finished process must not wait for the next request.
    timer.unref()
  }

  const round = async () => {
    const start = performance.now()
    const outcome = await sender.send(await open())
    if (outcome === 'hopeless' || isOver) return
    troubles = outcome === 'trouble' ? troubles + 1 : 0
    const pauseMs = Math.max(pace.pause * 2 ** troubles, 4 * (performance.now() - start))
    wait(Math.min(pace.longestPause, pauseMs))
  }

  wait(pace.first)
  return {
    async stop() {
      isOver = true
      clearTimeout(timer)
      await sending
      return sender.accepted
    },
  }
}

const makeSender = (config: Config, journal: Journal, pace: Pace) => {
  let mark = atStart()
  let accepted = 0
  let lastSent = Number.NEGATIVE_INFINITY
  let post: Post | undefined

  /** The new entries; an empty segment if there are none and the last request was too long ago. */
  const newSegments = async function* (open: string): AsyncGenerator<Segment> {
    const source = journal.peek()
    if (source.bytes > mark.bytes) {
      yield* segments(source, open, accepted, { ...mark })
      mark = { ...mark, bytes: source.bytes, entries: accepted }
    } else if (performance.now() - lastSent > pace.heartbeat)
      yield { from: accepted, count: 0, body: Buffer.from(`${open}\n`) }
  }

  return {
    get accepted() {
      return accepted
    },
    async send(open: string): Promise<'sent' | 'trouble' | 'hopeless'> {
      if (journal.problem || !config.apiKey || config.problem) return 'hopeless'
      post ??= makePost(config.proxy)
      for await (const segment of newSegments(open)) {
        const request = { config, deadline: performance.now() + pace.request, tries: 1 }
        const step = await sendSegment(request, post, config.apiKey, segment)
        if ('kind' in step) return step.kind === 'postponed' ? 'trouble' : 'hopeless'
        if (step.accepted !== segment.from + segment.count) return 'hopeless'
        lastSent = performance.now()
        accepted = step.accepted
      }
      return 'sent'
    },
  }
}
