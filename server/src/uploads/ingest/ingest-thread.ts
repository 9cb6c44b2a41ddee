import { Worker } from 'node:worker_threads'
import { FairQueue } from '../../ground/kernel/fair-queue.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { outageOf, receiveOutage } from '../../ground/kernel/outage.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { ThreadStuckError, ThreadWatch } from '../../ground/kernel/watch-thread.ts'
import type { Store } from '../../ground/store/open.ts'
import { takingTurns } from '../../ground/store/turns.ts'
import type { SettleOrder } from '../settlement/settle-one.ts'
import type { SettleTimes } from '../settlement/settlement-rule.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './ingest-thread-main.ts'
import { settleUploaded } from './process-upload.ts'
import type { Ingested, ReceivedUpload, UploadProcessor } from './upload-processor.ts'

/** The memory that an upload needs at most, and the cache of tests, doubled. */
const HEAP_MIB = 384
/**
 * Nearly all results of parsing become garbage at once, so a larger young generation would only
 * occupy memory.
 */
const YOUNG_MIB = 24
/**
 * The number of uploads that the thread has at a time: SQLite stores them one after the other,
 * while Postgres is waited for.
 */
const AT_ONCE = { sqlite: 1, postgres: 4 }
const COME_BACK_SECONDS = 5

interface Options {
  log?: Log
  /** Heap of the thread, MiB. */
  heapMiB?: number
  /** The processor time that the thread may use without an answer. */
  mostBusyMs?: number
}

/**
 * Ingest in a separate thread, which the first upload starts: reading and storing 20,000 results
 * would block the event loop for longer than any request should wait. Organizations take turns.
 * Only the transaction holds the store's lock, so on SQLite the thread's connection and this one
 * never wait for each other inside the database.
 */
export function ingestOffThread(store: Store, times: SettleTimes, options: Options = {}): UploadProcessor {
  const thread = new IngestThread(store, times, options)
  return {
    apply: (upload, check) => thread.apply(upload, check),
    settle: (order, check) => thread.settle(order, check),
    close: () => thread.close(),
  }
}

type Work = { upload: ReceivedUpload } | { order: SettleOrder }
/** Null if a settling execution needs another turn. */
type Done = Ingested | boolean | null

/** An upload in progress, or the settling of an execution. */
interface Upload {
  id: number
  organizationId: number
  work: Work
  /** True once the thread has received it. */
  isBegun: boolean
  /** True if the thread died while it had this upload and others: it is then retried alone. */
  isSuspect: boolean
  /** Rejects an upload that may no longer be stored. */
  check: () => Promise<void>
  /** The number of times that the thread ended while it had only this upload. */
  deaths: number
  resolve: (done: Done) => void
  reject: (error: Error) => void
  /** Releases the store's lock. */
  unlock: () => void
}

class IngestThread {
  readonly #store: Store
  readonly #times: SettleTimes
  readonly #log: Log
  readonly #heapMiB: number
  readonly #mostBusyMs: number | undefined
  readonly #waiting = new FairQueue<Upload>('uploads')
  readonly #working = new Map<number, Upload>()
  readonly #oneSettles = takingTurns('sqlite')
  /** Uploads that wait to be retried alone. */
  #suspects = 0
  #worker: Worker | null = null
  #next = 0
  #isClosed = false
  #hasEnded = () => {}

  constructor(
    store: Store,
    times: SettleTimes,
    { log = () => undefined, heapMiB = HEAP_MIB, mostBusyMs }: Options,
  ) {
    this.#store = store
    this.#times = times
    this.#log = log
    this.#heapMiB = heapMiB
    this.#mostBusyMs = mostBusyMs
  }

  async apply(upload: ReceivedUpload, check = async () => {}): Promise<Ingested> {
    const ingested = (await this.#add(upload.organizationId, { upload }, check)) as Ingested
    return settleUploaded(this.#store, this, ingested, upload)
  }

  /**
   * One at a time: memory holds what settling has read, and a second order for an execution would take its steps for
   * those of an ended process. Uploads are stored between the steps.
   */
  settle(order: SettleOrder, check?: () => Promise<void>): Promise<boolean> {
    return this.#oneSettles(order.organizationId, async () => {
      let settled = (await this.#add(order.organizationId, { order }, check)) as boolean | null
      while (settled === null)
        settled = (await this.#add(order.organizationId, { order }, undefined, true)) as boolean | null
      return settled
    })
  }

  #add(organizationId: number, work: Work, check = async () => {}, isBegun = false): Promise<Done> {
    if (this.#isClosed) return Promise.reject(unavailable('The server is shutting down.'))
    return new Promise((resolve, reject) => {
      const state = { isBegun, isSuspect: false, deaths: 0, unlock: () => {} }
      this.#waiting.add({ id: this.#next++, organizationId, work, check, ...state, resolve, reject })
      this.#goOn()
    })
  }

  /** Lets the current transaction finish, and refuses the waiting uploads. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (let upload = this.#waiting.take(); upload; upload = this.#waiting.take())
      upload.reject(unavailable('The server is shutting down.'))
    if (this.#working.size > 0)
      await new Promise<void>((resolve) => {
        this.#hasEnded = resolve
      })
    const closing = this.#worker
    if (!closing) return
    const exited = new Promise((resolve) => closing.once('exit', resolve))
    this.#post('close')
    await exited
  }

  #goOn(): void {
    if (this.#isClosed && this.#working.size === 0) this.#hasEnded()
    while (!this.#isClosed && this.#hasRoom()) {
      const upload = this.#waiting.take(({ isSuspect }) => isSuspect || this.#suspects === 0)
      if (!upload) return
      if (upload.isSuspect) this.#suspects--
      upload.isBegun = true
      this.#working.set(upload.id, upload)
      this.#worker ??= this.#start()
      this.#give(upload)
    }
  }

  /** The thread gets a copy that it can free, because the body may be read again in another thread. */
  #give({ id, work }: Upload): void {
    if ('order' in work) {
      this.#post({ id, ...work })
      return
    }
    const body = new Uint8Array(work.upload.body)
    this.#post({ id, upload: { ...work.upload, body } }, [body.buffer])
  }

  #hasRoom(): boolean {
    const isAlone = this.#suspects > 0 || [...this.#working.values()].some(({ isSuspect }) => isSuspect)
    return this.#working.size < (isAlone ? 1 : AT_ONCE[this.#store.dialect])
  }

  #start(): Worker {
    const workerData: ThreadData = { address: this.#store.address, times: this.#times }
    const worker = new Worker(new URL('./ingest-thread-main.ts', import.meta.url), {
      name: 'ingest',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
    })
    const watch = new ThreadWatch(worker, {
      ping: () => worker.postMessage('ping' satisfies ThreadRequest),
      mostBusyMs: this.#mostBusyMs,
      onStuck: (error) => this.#end(worker, error),
    })
    worker.on('message', (answer: ThreadAnswer) =>
      answer === 'pong' ? watch.answered() : this.#hear(answer),
    )
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('The ingest thread ended')))
    return worker
  }

  /** No new thread may replace it before it has ended, because both would store. */
  #end(worker: Worker, error: Error): void {
    worker.removeAllListeners('exit')
    void worker.terminate().finally(() => this.#lose(worker, error))
  }

  #hear(answer: Exclude<ThreadAnswer, 'pong'>): void {
    const upload = this.#working.get(answer.id)
    if (!upload) return
    if ('isRead' in answer) {
      upload.unlock()
      upload.unlock = () => {}
      void this.#store.lock(() => this.#letStore(upload))
      return
    }
    this.#working.delete(answer.id)
    upload.unlock()
    settle(upload, answer)
    this.#goOn()
  }

  /** Held until it is stored, or the thread has ended. */
  async #letStore(upload: Upload): Promise<void> {
    const refusal = await upload.check().then(
      () => null,
      (error: Error) => error,
    )
    // The thread may have ended while this waited for the lock.
    if (this.#working.get(upload.id) !== upload) return
    if (refusal) upload.reject(refusal)
    await new Promise<void>((resolve) => {
      upload.unlock = resolve
      this.#post({ id: upload.id, store: refusal === null })
    })
  }

  /** The thread has ended. None of its work is stored in part, and stored work is not stored twice. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const lost = [...this.#working.values()]
    this.#working.clear()
    if (this.#isClosed && lost.length === 0) return
    this.#log({
      level: 'error',
      event: 'ingest thread ended',
      uploads: lost.length,
      error: describeError(error),
    })
    const outage = outageOf(error)
    for (const upload of lost.reverse()) {
      upload.unlock()
      upload.unlock = () => {}
      if (lost.length === 1) upload.deaths++
      // Retries it once in a new thread with an empty cache, because earlier uploads may have
      // caused the end.
      if (outage) upload.reject(outage)
      else if (upload.deaths > mostDeaths(error) || this.#isClosed)
        upload.reject(refusalOf(upload.work, error))
      else this.#tryAgain(upload)
    }
    this.#goOn()
  }

  #tryAgain(upload: Upload): void {
    upload.isSuspect = true
    this.#suspects++
    // A new id, so that late messages of the old thread are ignored.
    upload.id = this.#next++
    this.#waiting.putBack(upload)
  }

  #post(request: ThreadRequest, transferred: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(request, transferred)
  }
}

/** An upload that alone kept the thread busy would do so again. */
const mostDeaths = (error: Error) => (error instanceof ThreadStuckError ? 0 : 1)

function settle(upload: Upload, answer: Exclude<ThreadAnswer, 'pong' | { isRead: true }>): void {
  if ('ingested' in answer) upload.resolve(answer.ingested)
  else if ('settled' in answer) upload.resolve(answer.settled)
  else if ('outage' in answer) upload.reject(receiveOutage(answer.outage))
  else if ('problem' in answer) {
    const { code, message, facts } = answer.problem
    upload.reject(new Problem(code, message, facts))
  } else upload.reject(new Error(answer.error))
}

function refusalOf(work: Work, error: Error): Problem {
  if ('order' in work) return unavailable('Settling this execution stopped the ingest thread.', error)
  if (error instanceof ThreadStuckError)
    return new Problem(
      'PAYLOAD_TOO_LARGE',
      'Reading this upload takes more processor time than the server has for one. Send fewer results at a time.',
      { cause: error },
    )
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Problem(
        'PAYLOAD_TOO_LARGE',
        'Reading this upload takes more memory than the server has for one. Send fewer results at a time.',
        { cause: error },
      )
    : unavailable('This upload stopped the ingest thread twice.', error)
}

const unavailable = (why: string, cause?: Error): Problem =>
  new Problem('UNAVAILABLE', `${why} Send the request again in ${COME_BACK_SECONDS} s.`, {
    cause,
    retryAfterSeconds: COME_BACK_SECONDS,
  })
