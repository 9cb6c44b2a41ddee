import type { Worker } from 'node:worker_threads'

/** The most expensive upload that a server accepts needs a tenth of it. */
const MOST_BUSY_MS = 30_000

interface Options {
  /** Sends the thread a ping, one at a time. */
  ping: () => void
  /** Called once if the thread has used its processor time without an answer. */
  onStuck: (error: ThreadStuckError) => void
  /** Processor time that the thread may use between two answers, milliseconds. */
  mostBusyMs?: number | undefined
}

/** The thread uses the processor without end; only terminating it helps. */
export class ThreadStuckError extends Error {
  constructor(mostBusyMs: number) {
    super(`The thread used ${mostBusyMs / 1000} s of processor time without an answer.`)
    this.name = 'ThreadStuckError'
  }
}

/**
 * Watches that a thread answers. Only the thread's own processor time counts, so a slow machine, a
 * slow database or a wait for a lock do no harm. The time before its first answer does not count,
 * because starting takes time.
 */
export class ThreadWatch {
  readonly #worker: Worker
  readonly #options: Options
  readonly #mostBusyMs: number
  readonly #timer: NodeJS.Timeout
  #isPinged = false
  #hasAnswered = false
  #isChecking = false
  /** The thread's processor time at its last answer. */
  #answeredAtMs: number | null = null

  constructor(worker: Worker, options: Options) {
    this.#worker = worker
    this.#options = options
    this.#mostBusyMs = options.mostBusyMs ?? MOST_BUSY_MS
    this.#timer = setInterval(() => void this.check(), this.#mostBusyMs / 10).unref()
    worker.once('exit', () => this.stop())
  }

  answered(): void {
    this.#hasAnswered = true
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async check(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      const busyMs = await busyTimeOf(this.#worker)
      if (this.#hasAnswered) {
        this.#answeredAtMs = busyMs
        this.#hasAnswered = false
        this.#isPinged = false
      }
      if (this.#answeredAtMs !== null && busyMs - this.#answeredAtMs > this.#mostBusyMs) {
        this.stop()
        this.#options.onStuck(new ThreadStuckError(this.#mostBusyMs))
      } else if (!this.#isPinged) {
        this.#isPinged = true
        this.#options.ping()
      }
    } catch {
      // The thread has not started yet, or has ended.
    } finally {
      this.#isChecking = false
    }
  }
}

async function busyTimeOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1000
}
