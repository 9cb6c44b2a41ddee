import { Worker } from 'node:worker_threads'
import { ThreadWatch } from '../../ground/kernel/watch-thread.ts'
import type { Store } from '../../ground/store/open.ts'
import type { WorkName } from './thread-work.ts'
import type { FlowAnswer, Made, ThreadAnswer, ThreadRequest } from './worker.ts'

/** The heap of a thread. An answer that needs more ends the thread, and fails. */
const HEAP_MIB = 768
const YOUNG_MIB = 32
/**
 * How long a thread may compute without a waiting request before it stops by itself at its next
 * read, milliseconds.
 */
const STOP_WITHIN_MS = 2_000

/** An answer in progress. */
export interface Flow {
  id: number
  organizationId: number
  name: WorkName
  input: unknown
  /** True once a thread has it; that thread makes all of it, unless the thread ends. */
  isBegun: boolean
  thread: AnswerThread | null
  /** True while the request waits for a piece. */
  isRequested: boolean
  /** True if a thread ended while it made this answer and others; it is then retried alone. */
  isSuspect: boolean
  /** The number of times that a thread ended while it made only this answer. */
  deaths: number
  /** One cell that the thread reads; not 0 once no request waits. */
  stopped: Int32Array
  /** The pieces that have arrived. */
  made: Made
  arrived: (FlowAnswer | Error)[]
  wake: () => void
}

export interface ThreadOptions {
  /** Heap of a thread, MiB. */
  heapMiB?: number
  stopWithinMs?: number
}

/** Why a thread ended, and the answers that it had in progress. */
export interface Lost {
  error: Error
  /** The thread was making these; the others waited for their clients. */
  making: Flow[]
  waiting: Flow[]
  /** True if only the single answer in `making` can have ended it. */
  isAlone: boolean
}

interface Owner {
  tell: (flow: Flow, answer: FlowAnswer) => void
  isFree: () => void
  isOver: (lost: Lost) => void
}

/** One thread, and the answers that it has in progress. */
export class AnswerThread {
  readonly #worker: Worker
  readonly #owner: Owner
  readonly #stopWithinMs: number
  readonly #flows = new Map<number, Flow>()
  /** Answers of which it makes a piece now; some may no longer have a waiting request. */
  readonly #making = new Set<number>()
  #hasSuspect = false
  #isOver = false

  constructor({ address }: Store, owner: Owner, options: ThreadOptions) {
    const { heapMiB = HEAP_MIB, stopWithinMs = STOP_WITHIN_MS } = options
    this.#owner = owner
    this.#stopWithinMs = stopWithinMs
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'answers',
      workerData: { address },
      resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
    })
    this.#worker.unref()
    const watch = new ThreadWatch(this.#worker, {
      ping: () => this.#post('ping'),
      onStuck: (error) => this.#end(error),
    })
    this.#worker.on('message', (answer: ThreadAnswer) => {
      if (answer === 'pong') return watch.answered()
      if (!this.#isOver) this.#hear(answer)
    })
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('The thread that made this answer ended')))
  }

  get working(): number {
    return this.#making.size
  }

  /** Whether it may start this answer, or continue it. */
  fits(flow: Flow): boolean {
    if (flow.thread !== null && flow.thread !== this) return false
    return this.working === 0 || !(this.#hasSuspect || flow.isSuspect)
  }

  /** Makes an answer's next piece. */
  make(flow: Flow): void {
    const { id, name, input, stopped, made } = flow
    this.#worker.ref()
    this.#making.add(id)
    this.#hasSuspect = flow.isSuspect
    const isGoingOn = this.#flows.has(id)
    this.#flows.set(id, flow)
    flow.thread = this
    flow.isBegun = true
    this.#post(isGoingOn ? { id, wants: 'more' } : { id, name, input, stopped, made })
  }

  /** No request waits for this answer any more: it stops at its next read, or with its thread. */
  leave(flow: Flow): void {
    Atomics.store(flow.stopped, 0, 1)
    if (this.#flows.delete(flow.id) && !this.#isOver) {
      this.#post({ id: flow.id, wants: 'nothing' })
      if (this.#making.has(flow.id)) this.#endIfStillMaking(flow.id)
    }
    this.#unrefIfIdle()
  }

  async close(): Promise<void> {
    if (this.#isOver) return
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.ref()
    this.#post('close')
    await exited
  }

  #hear(answer: FlowAnswer): void {
    this.#making.delete(answer.id)
    const flow = this.#flows.get(answer.id)
    if (!('piece' in answer)) this.#flows.delete(answer.id)
    this.#unrefIfIdle()
    if (flow) this.#owner.tell(flow, answer)
    this.#owner.isFree()
  }

  #endIfStillMaking(id: number): void {
    setTimeout(() => {
      if (this.#making.has(id)) this.#end(new Error('The thread computed for a client that had left'))
    }, this.#stopWithinMs).unref()
  }

  #end(error: Error): void {
    this.#lose(error)
    void this.#worker.terminate()
  }

  #lose(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    const flows = [...this.#flows.values()]
    this.#flows.clear()
    const making = flows.filter((flow) => this.#making.has(flow.id))
    const waiting = flows.filter((flow) => !this.#making.has(flow.id))
    this.#owner.isOver({ error, making, waiting, isAlone: this.#making.size === 1 && making.length === 1 })
  }

  #unrefIfIdle(): void {
    if (this.#flows.size === 0 && this.#making.size === 0) this.#worker.unref()
  }

  #post(request: ThreadRequest): void {
    this.#worker.postMessage(request)
  }
}
