import { Worker } from 'node:worker_threads'
import { ClientDisconnected } from '../kernel/client-disconnected.ts'
import { FairQueue } from '../kernel/fair-queue.ts'
import { receiveOutage } from '../kernel/outage.ts'
import { Problem } from '../kernel/problem.ts'
import { ThreadWatch } from '../kernel/watch-thread.ts'
import { ANSWER_THREADS } from '../store/connection-shares.ts'
import type { Store } from '../store/open.ts'
import type { JobEnd, JobInput, JobName } from './jobs.ts'
import type { FlowAnswer, ThreadAnswer, ThreadRequest } from './worker.ts'

/** Pieces that a thread makes at a time: SQLite works in the thread itself, Postgres is waited for. */
const AT_ONCE = { sqlite: 1, postgres: 3 }
/** Pieces that may be there before the client's door has taken the first: a slow client holds up its own answer. */
const AHEAD = 2

/** An answer under way. */
interface Flow {
  id: number
  organizationId: number
  name: JobName
  input: unknown
  /** True as soon as a thread has it; that thread makes all of it. */
  isBegun: boolean
  thread: AnswerThread | null
  /** A piece is waited for. */
  isRequested: boolean
  arrived: (FlowAnswer | Error)[]
  wake: () => void
}

/** Answers made in threads with connections of their own, piece by piece; organizations take turns. */
export class OffloadWorkers {
  readonly #store: Store
  readonly #threads: AnswerThread[] = []
  readonly #queue = new FairQueue<Flow>('large answers')
  #next = 0
  #isClosed = false

  constructor(store: Store) {
    this.#store = store
    store.beforeClose?.(() => this.#close())
  }

  /** Pieces of an answer as UTF-8, each made when there is room for it; refusals are the answer's own `Problem`s. */
  async *read<Name extends JobName>(
    organizationId: number,
    name: Name,
    input: JobInput<Name>,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array, JobEnd<Name>> {
    const flow: Flow = {
      id: this.#next++,
      organizationId,
      name,
      input,
      isBegun: false,
      thread: null,
      isRequested: false,
      arrived: [],
      wake: () => {},
    }
    const leave = () => this.#tell(flow, new ClientDisconnected())
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    try {
      this.#askFor(flow)
      for (;;) {
        const answer = flow.arrived.shift()
        if (!answer)
          await new Promise<void>((resolve) => {
            flow.wake = resolve
          })
        else if (answer instanceof Error) throw answer
        else if ('error' in answer) throw errorOf(answer)
        else if ('end' in answer) return answer.end as JobEnd<Name>
        else {
          this.#askFor(flow)
          yield answer.piece
        }
      }
    } finally {
      signal?.removeEventListener('abort', leave)
      this.#queue.remove(flow)
      flow.thread?.leave(flow)
    }
  }

  #askFor(flow: Flow): void {
    if (flow.isRequested || flow.arrived.length >= AHEAD) return
    if (this.#isClosed) throw new Error('The server has ended')
    this.#queue.add(flow)
    flow.isRequested = true
    this.#goOn()
  }

  /** Gives each thread that has time what comes next. */
  #goOn(): void {
    if (this.#isClosed) return
    const atOnce = AT_ONCE[this.#store.dialect]
    for (;;) {
      const free = this.#threads.filter((thread) => thread.working < atOnce)
      const isTaken = free.some((thread) => {
        const flow = this.#queue.take((waiting) => waiting.thread === null || waiting.thread === thread)
        if (flow) thread.make(flow)
        return flow !== undefined
      })
      if (isTaken) continue
      if (free.length > 0 || this.#threads.length >= ANSWER_THREADS) return
      const flow = this.#queue.take((waiting) => waiting.thread === null)
      if (!flow) return
      this.#start().make(flow)
    }
  }

  #start(): AnswerThread {
    const thread = new AnswerThread(this.#store, {
      tell: (flow, answer) => this.#tell(flow, answer),
      isFree: () => this.#goOn(),
      isOver: () => {
        const place = this.#threads.indexOf(thread)
        if (place >= 0) this.#threads.splice(place, 1)
      },
    })
    this.#threads.push(thread)
    return thread
  }

  async #close(): Promise<void> {
    this.#isClosed = true
    for (let flow = this.#queue.take(() => true); flow; flow = this.#queue.take(() => true))
      this.#tell(flow, new Error('The server stopped before it completed this answer'))
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  #tell(flow: Flow, answer: FlowAnswer | Error): void {
    flow.isRequested = false
    flow.arrived.push(answer)
    flow.wake()
    if (!this.#isClosed && !(answer instanceof Error) && 'piece' in answer) this.#askFor(flow)
  }
}

interface Owner {
  tell: (flow: Flow, answer: FlowAnswer | Error) => void
  isFree: () => void
  isOver: () => void
}

/** One thread, and the answers that it has under way. */
class AnswerThread {
  readonly #worker: Worker
  readonly #flows = new Map<number, Flow>()
  /** Answers of which it makes a piece now; some may be nobody's any more. */
  readonly #making = new Set<number>()
  #isOver = false

  constructor({ address }: Store, owner: Owner) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'answers',
      workerData: { address },
    })
    this.#worker.unref()
    const watch = new ThreadWatch(this.#worker, {
      ping: () => this.#post('ping'),
      onStuck: (error) => {
        fail(error)
        void this.#worker.terminate()
      },
    })
    this.#worker.on('message', (answer: ThreadAnswer) => {
      if (answer === 'pong') return watch.answered()
      this.#making.delete(answer.id)
      const flow = this.#flows.get(answer.id)
      if (!('piece' in answer)) this.#flows.delete(answer.id)
      this.#unrefIfIdle()
      if (flow) owner.tell(flow, answer)
      owner.isFree()
    })
    const fail = (error: Error) => {
      if (this.#isOver) return
      this.#isOver = true
      owner.isOver()
      for (const flow of this.#flows.values()) owner.tell(flow, error)
      this.#flows.clear()
      owner.isFree()
    }
    this.#worker.on('error', fail)
    this.#worker.on('exit', () => fail(new Error('The thread that made this answer ended')))
  }

  get working(): number {
    return this.#making.size
  }

  /** Makes an answer's next piece. */
  make(flow: Flow): void {
    const { id, name, input } = flow
    this.#worker.ref()
    this.#making.add(id)
    const isGoingOn = this.#flows.has(id)
    this.#flows.set(id, flow)
    flow.thread = this
    flow.isBegun = true
    this.#post(isGoingOn ? { id, wants: 'more' } : { id, name, input })
  }

  /** Nobody waits for this answer any more. */
  leave({ id }: Flow): void {
    if (this.#flows.delete(id) && !this.#isOver) this.#post({ id, wants: 'nothing' })
    this.#unrefIfIdle()
  }

  async close(): Promise<void> {
    if (this.#isOver) return
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.ref()
    this.#post('close')
    await exited
  }

  #unrefIfIdle(): void {
    if (this.#flows.size === 0 && this.#making.size === 0) this.#worker.unref()
  }

  #post(request: ThreadRequest): void {
    this.#worker.postMessage(request)
  }
}

function errorOf({ error, problem, outage }: Extract<FlowAnswer, { error: object }>): Error {
  if (outage) return receiveOutage(outage)
  const cause = new Error(error.message)
  cause.stack = error.stack
  return problem === null ? cause : new Problem(problem.code, error.message, { cause, ...problem.facts })
}
