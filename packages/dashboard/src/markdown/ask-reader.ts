import { trustedAddress } from '../parts/trusted-address.ts'
import type { Ask, Told } from './reader-worker.ts'
import address from './reader-worker.ts?worker&url'

/** Milliseconds; a screen of text takes 30 on a quiet machine. */
const SECTION_MS = 2_000
const OUTLINE_MS = 5_000

type Answer<A extends Ask> = A extends { outline: string }
  ? Extract<Told, { sections: unknown }>['sections']
  : Extract<Told, { blocks: unknown }>['blocks']

/** Why there is no answer: the text took too long or is too much to draw; or the worker could not be loaded. */
export class NotRead extends Error {
  readonly why: 'too much' | 'not loaded'

  constructor(why: NotRead['why']) {
    super(`The text was not read: ${why}`)
    this.why = why
  }
}

interface Waiting {
  ask: Ask
  resolve: (answer: never) => void
  reject: (error: NotRead) => void
}

const waiting: Waiting[] = []
let asked: Waiting | null = null
let worker: Worker | null = null
let isReady = false
let late: ReturnType<typeof setTimeout> | undefined

/**
 * Reads Markdown in the tab's one worker, one question after the other, because a parser of CommonMark needs minutes
 * for some texts that nobody writes. A worker that takes longer than 2 s for a section, or 5 s for an outline, is ended. Throws `NotRead`.
 */
export function askReader<A extends Ask>(ask: A, signal: AbortSignal): Promise<Answer<A>> {
  return new Promise((resolve, reject) => {
    const one: Waiting = { ask, resolve, reject }
    waiting.push(one)
    // One that has begun goes on: its worker would have to start again.
    signal.addEventListener('abort', () => {
      const at = waiting.indexOf(one)
      if (at >= 0) waiting.splice(at, 1)
    })
    goOn()
  })
}

function goOn(): void {
  if (asked || waiting.length === 0) return
  worker ??= start()
  if (!isReady) return
  asked = waiting.shift() ?? null
  if (!asked) return
  worker.postMessage(asked.ask)
  late = setTimeout(() => end('too much'), 'outline' in asked.ask ? OUTLINE_MS : SECTION_MS)
}

function start(): Worker {
  isReady = false
  const started = new Worker(trustedAddress('svc-worker', address), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    clearTimeout(late)
    const settled = asked
    asked = null
    if (data === 'ready') isReady = true
    else if ('error' in data) settled?.reject(new NotRead('too much'))
    else settled?.resolve(('blocks' in data ? data.blocks : data.sections) as never)
    goOn()
  })
  started.addEventListener('error', () => {
    // A worker that cannot be loaded would be started for ever.
    if (!isReady) for (const one of waiting.splice(0)) one.reject(new NotRead('not loaded'))
    end('not loaded')
  })
  return started
}

function end(why: NotRead['why']): void {
  clearTimeout(late)
  worker?.terminate()
  worker = null
  const settled = asked
  asked = null
  settled?.reject(new NotRead(why))
  goOn()
}
