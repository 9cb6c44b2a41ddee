import { trustedAddress } from '../parts/trusted-address.ts'

/** What a worker tells: that it listens, an answer, or why it has none. */
export type Told<Answer = unknown> = 'ready' | { answer: Answer } | { error: string }

/** Why there is no answer: the text took too long or is too much to draw; or the worker could not be loaded. */
export class NotRead extends Error {
  readonly why: 'too much' | 'not loaded'

  constructor(why: NotRead['why']) {
    super(`The text was not read: ${why}`)
    this.why = why
  }
}

interface Waiting<Ask> {
  ask: Ask
  resolve: (answer: never) => void
  reject: (error: NotRead) => void
}

/**
 * Asks a worker of this tab, which starts with the first question, one question after the other. A worker that takes
 * longer than its time, milliseconds, is ended, and its question is rejected with `NotRead`.
 */
export function askerOf<Ask>(address: string, mostMs: (ask: Ask) => number) {
  const waiting: Waiting<Ask>[] = []
  let asked: Waiting<Ask> | null = null
  let worker: Worker | null = null
  let isReady = false
  let late: ReturnType<typeof setTimeout> | undefined

  function goOn(): void {
    if (asked || waiting.length === 0) return
    worker ??= start()
    if (!isReady) return
    asked = waiting.shift() ?? null
    if (!asked) return
    worker.postMessage(asked.ask)
    late = setTimeout(() => end('too much'), mostMs(asked.ask))
  }

  function start(): Worker {
    isReady = false
    const started = new Worker(trustedAddress('svc-worker', address), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<Told<never>>) => {
      clearTimeout(late)
      const settled = asked
      asked = null
      if (data === 'ready') isReady = true
      else if ('error' in data) settled?.reject(new NotRead('too much'))
      else settled?.resolve(data.answer)
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

  return <Answer>(ask: Ask, signal: AbortSignal): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const one: Waiting<Ask> = { ask, resolve, reject }
      waiting.push(one)
      // One that has begun goes on: its worker would have to start again.
      signal.addEventListener('abort', () => {
        const at = waiting.indexOf(one)
        if (at >= 0) waiting.splice(at, 1)
      })
      goOn()
    })
}
