import { ClientDisconnected } from '../../ground/kernel/client-disconnected.ts'
import type { Context, SettleTimes } from '../../ground/kernel/context.ts'
import { listOf } from '../../ground/kernel/cursor.ts'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import { FairQueue } from '../../ground/kernel/fair-queue.ts'
import { loadOnce } from '../../ground/kernel/load-once.ts'
import { outageOf, receiveOutage } from '../../ground/kernel/outage.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { ThreadStuckError } from '../../ground/kernel/watch-thread.ts'
import { ANSWER_THREADS } from '../../ground/store/connection-shares.ts'
import type { Store } from '../../ground/store/open.ts'
import { noteUncountedRead } from '../../ground/store/uncounted-reads.ts'
import type { ResultsEnd, ResultsToWrite } from '../../results/results/write-results.ts'
import { AnswerThread, type Flow, type Lost, type ThreadOptions } from './answer-thread.ts'
import type { InputOf, OffloadedVerbName, OutputOf } from './offloaded-verbs.ts'
import type { VerbCall, WorkEnd, WorkInput, WorkName } from './thread-work.ts'
import type { FlowAnswer } from './worker.ts'

/**
 * The number of pieces that a thread makes at a time: SQLite works in the thread itself, while
 * Postgres is waited for.
 */
const AT_ONCE = { sqlite: 1, postgres: 3 }
/**
 * The number of pieces that may wait before the client takes the first: a slow client delays only
 * its own answer.
 */
const AHEAD = 2

/** Answers made in threads with connections of their own, piece by piece; organizations take turns. */
export class OffloadWorkers {
  readonly #store: Store
  readonly #options: ThreadOptions
  readonly #threads: AnswerThread[] = []
  readonly #queue = new FairQueue<Flow>('large answers')
  /**
   * Answers that wait to be retried alone. Nothing else starts before them; otherwise a busy thread
   * would never have time for one alone.
   */
  readonly #suspects = new Set<Flow>()
  #next = 0
  #isClosed = false

  constructor(store: Store, options: ThreadOptions = {}) {
    this.#store = store
    this.#options = options
    store.beforeClose?.(() => this.#close())
  }

  /** Pieces of an answer as UTF-8, each made when there is room for it; refusals are the answer's own `Problem`s. */
  read<Name extends WorkName>(
    organizationId: number,
    name: Name,
    input: WorkInput<Name>,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array, WorkEnd<Name>> {
    return this.#begin<WorkEnd<Name>>({ organizationId, name, input }, signal)
  }

  /** A verb's whole answer in UTF-8; refusals are the verb's own `Problem`s. */
  async whole<Name extends OffloadedVerbName>(
    organizationId: number,
    name: Name,
    input: VerbCall<Name>,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const answer = this.#begin<Uint8Array<ArrayBuffer>>({ organizationId, name, input }, signal)
    return (await answer.next()).value as Uint8Array<ArrayBuffer>
  }

  #begin<End>(job: Pick<Flow, 'organizationId' | 'name' | 'input'>, signal?: AbortSignal) {
    const flow = newFlow({ id: this.#next++, ...job })
    const pieces = this.#pieces<End>(flow, signal)
    // A generator that waits for a piece would end only after it.
    const end = pieces.return.bind(pieces)
    pieces.return = (value) => {
      this.#tell(flow, new ClientDisconnected())
      return end(value)
    }
    return pieces
  }

  async *#pieces<End>(flow: Flow, signal?: AbortSignal): AsyncGenerator<Uint8Array, End> {
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
        else if ('end' in answer) {
          // Another kept answer may be made of this one.
          for (const table of answer.uncounted) noteUncountedRead(table)
          return answer.end as End
        } else {
          this.#askFor(flow)
          yield answer.piece
        }
      }
    } finally {
      signal?.removeEventListener('abort', leave)
      this.#queue.remove(flow)
      this.#suspects.delete(flow)
      flow.thread?.leave(flow)
      this.#goOn()
    }
  }

  #askFor(flow: Flow): void {
    if (flow.isRequested || flow.arrived.length >= AHEAD) return
    if (this.#isClosed) throw new Error('The server has ended')
    this.#queue.add(flow)
    flow.isRequested = true
    this.#goOn()
  }

  /** Gives each free thread its next work. */
  #goOn(): void {
    if (this.#isClosed) return
    const atOnce = AT_ONCE[this.#store.dialect]
    for (;;) {
      const free = this.#threads.filter((thread) => thread.working < atOnce)
      const isTaken = free.some((thread) => {
        const flow = this.#take((waiting) => thread.fits(waiting))
        if (flow) thread.make(flow)
        return flow !== undefined
      })
      if (isTaken) continue
      if (free.length > 0 || this.#threads.length >= ANSWER_THREADS) return
      const flow = this.#take((waiting) => waiting.thread === null)
      if (!flow) return
      this.#start().make(flow)
    }
  }

  #take(fits: (flow: Flow) => boolean): Flow | undefined {
    const flow = this.#queue.take(
      (waiting) => (this.#suspects.size === 0 || waiting.isSuspect) && fits(waiting),
    )
    if (flow) this.#suspects.delete(flow)
    return flow
  }

  #start(): AnswerThread {
    const owner = {
      tell: (flow: Flow, answer: FlowAnswer) => this.#tell(flow, answer),
      isFree: () => this.#goOn(),
      isOver: (lost: Lost) => {
        const place = this.#threads.indexOf(thread)
        if (place >= 0) this.#threads.splice(place, 1)
        this.#continue(lost)
      },
    }
    const thread = new AnswerThread(this.#store, owner, this.#options)
    this.#threads.push(thread)
    return thread
  }

  /** Continues the answers of an ended thread in another one, except the answer that ended it. */
  #continue(lost: Lost): void {
    for (const flow of [...lost.waiting, ...lost.making]) flow.thread = null
    for (const flow of lost.making.toReversed()) {
      if (lost.isAlone) flow.deaths++
      const refusal = this.#isClosed ? lost.error : (outageOf(lost.error) ?? refusalOf(lost, flow))
      if (refusal) this.#tell(flow, refusal)
      else {
        flow.isSuspect = true
        this.#suspects.add(flow)
        this.#queue.putBack(flow)
      }
    }
    this.#goOn()
  }

  async #close(): Promise<void> {
    this.#isClosed = true
    for (let flow = this.#queue.take(() => true); flow; flow = this.#queue.take(() => true))
      this.#tell(flow, new Error('The server stopped before it completed this answer'))
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  #tell(flow: Flow, answer: FlowAnswer | Error): void {
    flow.isRequested = false
    flow.isSuspect = false
    flow.arrived.push(answer)
    if ('made' in answer) flow.made = answer.made
    flow.wake()
    if (!this.#isClosed && !(answer instanceof Error) && 'piece' in answer) this.#askFor(flow)
  }
}

const newFlow = (of: Pick<Flow, 'id' | 'organizationId' | 'name' | 'input'>): Flow => ({
  ...of,
  isBegun: false,
  thread: null,
  isRequested: false,
  isSuspect: false,
  deaths: 0,
  stopped: new Int32Array(new SharedArrayBuffer(4)),
  made: { bytes: 0, sum: 0 },
  arrived: [],
  wake: () => {},
})

/** Why an answer that ended its thread by itself is refused; null if it may be retried. */
function refusalOf({ error, isAlone }: Lost, { deaths }: Flow): Error | null {
  if (!isAlone) return null
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Problem(
      'UNAVAILABLE',
      'This answer takes more memory than the server has for one. Request less at a time: pages, one group or one suite.',
      { cause: error },
    )
  return error instanceof ThreadStuckError || deaths > 1 ? error : null
}

function errorOf({ error, problem, outage }: Extract<FlowAnswer, { error: object }>): Error {
  if (outage) return receiveOutage(outage)
  const cause = new Error(error.message)
  cause.stack = error.stack
  return problem === null ? cause : new Problem(problem.code, error.message, { cause, ...problem.facts })
}

interface Call<Name extends OffloadedVerbName> {
  ctx: Context
  input: InputOf<Name>
  /** Aborts when the client disconnects. */
  signal: () => AbortSignal
  /** Reads the credential again; throws the refusal of a credential that has ended. */
  recheck: () => Promise<Context>
}

const decoder = new TextDecoder()

/** A thread receives only these two. */
const timesOf = ({ settleAfterMs, incompleteAfterMs }: SettleTimes) => ({ settleAfterMs, incompleteAfterMs })

/**
 * Large answers, each computed completely in a thread with a connection of its own. The decision "A large answer is
 * made where it is read" gives the reason.
 */
export function makeOffload(store: Store, cursorKey: string) {
  const threads = new OffloadWorkers(store)
  const offloadedVerbs = loadOnce(async () => (await import('./offloaded-verbs.ts')).OFFLOADED_VERBS)
  return {
    /** Results as pieces of UTF-8, the next written after the client has read one. */
    results: ({ caller }: Context, wanted: ResultsToWrite): AsyncGenerator<Uint8Array, ResultsEnd> =>
      threads.read(caller.organizationId, 'results', wanted),

    /** The verb of this name, whose large answers are already encoded; `path` is its operation's. */
    verb:
      <Name extends OffloadedVerbName>(name: Name, { path }: { path: string }) =>
      async ({ ctx, input, signal, recheck }: Call<Name>): Promise<OutputOf<Name> | EncodedJson> => {
        const { isLarge, make, isNeeded } = (await offloadedVerbs())[name]
        // Another owner closes this store, so its threads would keep running.
        if (!store.beforeClose || !(await isLarge(ctx, input))) return make({ ctx, input })
        const { caller, clock, baseUrl, times } = ctx
        const context = {
          caller,
          now: clock(),
          baseUrl,
          times: timesOf(times),
          cursorKey,
          list: listOf(path, input),
        }
        const bytes = await threads.whole(caller.organizationId, name, { context, input }, signal())
        // The request waited for a thread.
        await recheck()
        return isNeeded ? (JSON.parse(decoder.decode(bytes)) as OutputOf<Name>) : new EncodedJson(bytes)
      },
  }
}
