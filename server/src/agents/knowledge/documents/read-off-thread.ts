import { Worker } from 'node:worker_threads'
import { FairQueue } from '../../../ground/kernel/fair-queue.ts'
import { describeError, type Log } from '../../../ground/kernel/log.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { DocumentReader, DocumentText, ProposalDiff } from './document-reader.ts'
import type { ThreadAnswer, ThreadRequest } from './markdown-thread.ts'

/** Processor time of one text: real documents need 3 µs for each byte on a quiet machine. */
const BUSY_MS = 2_000
const BUSY_MS_PER_KIB = 20
/** A longer text has a thread of its own kind, so that short ones do not wait behind it. */
const LONG_CHARACTERS = 64 * 1024
const CHECK_EVERY_MS = 250
/** A thread without work gives its memory back; soon, if a text has made it large. */
const IDLE_MS = 60_000
const LARGE_IDLE_MS = 1_000
const LARGE_HEAP_BYTES = 64 * 1024 * 1024
/** Well above what `blockEvents` may use, because a thread that reaches its limit in one large allocation can end the process. */
const HEAP_MIB = 640
/** With more, a text of 1 MiB takes 110 MiB more and no less processor time. */
const YOUNG_MIB = 32

interface Options {
  log?: Log
  /** Processor time that a text may use, milliseconds; by its length if absent. */
  mostBusyMs?: number
}

/**
 * Reads and compares documents in threads, because a parser of CommonMark needs seconds for some texts that people never
 * write. One thread has short texts, one has long ones; organizations take turns in each. A thread that uses too much
 * processor time for a text is ended, and the text is refused.
 */
export function readDocumentsOffThread(options: Options = {}): DocumentReader & { close(): Promise<void> } {
  const short = new ReadingThread(options)
  const long = new ReadingThread(options)
  const run = (organizationId: number, request: ThreadRequest) =>
    (lengthOf(request) > LONG_CHARACTERS ? long : short).run(organizationId, request)
  return {
    read: (organizationId, content) => run(organizationId, content) as Promise<DocumentText>,
    compare: (organizationId, texts) => run(organizationId, texts) as Promise<ProposalDiff>,
    close: async () => {
      await Promise.all([short.close(), long.close()])
    },
  }
}

const lengthOf = (request: ThreadRequest) =>
  typeof request === 'string' ? request.length : request.before.length + request.after.length

interface Reading {
  organizationId: number
  request: ThreadRequest
  isBegun: false
  /** How often a thread ended while it read this text, for another reason than its processor time. */
  deaths: number
  resolve: (done: DocumentText | ProposalDiff) => void
  reject: (error: Error) => void
}

class ReadingThread {
  readonly #log: Log
  readonly #mostBusyMs: number | undefined
  readonly #waiting = new FairQueue<Reading>('documents')
  #reading: Reading | null = null
  #worker: Worker | null = null
  #isReady = false
  #isClosed = false
  #isLarge = false
  #idle: NodeJS.Timeout | undefined

  constructor({ log = () => undefined, mostBusyMs }: Options) {
    this.#log = log
    this.#mostBusyMs = mostBusyMs
  }

  run(organizationId: number, request: ThreadRequest): Promise<DocumentText | ProposalDiff> {
    if (this.#isClosed) return Promise.reject(closing())
    return new Promise((resolve, reject) => {
      this.#waiting.add({ organizationId, request, isBegun: false, deaths: 0, resolve, reject })
      this.#goOn()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (let one = this.#waiting.take(); one; one = this.#waiting.take()) one.reject(closing())
    await this.#end(closing())
  }

  #goOn(): void {
    if (this.#reading || this.#isClosed) return
    this.#worker ??= this.#start()
    if (!this.#isReady) return
    const next = this.#waiting.take()
    if (!next) {
      this.#rest()
      return
    }
    clearTimeout(this.#idle)
    this.#reading = next
    this.#worker.postMessage(next.request)
    void this.#watch(this.#worker, next)
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(
      () => {
        if (!this.#reading) void this.#end(closing())
      },
      this.#isLarge ? LARGE_IDLE_MS : IDLE_MS,
    ).unref()
  }

  #start(): Worker {
    this.#isReady = false
    this.#isLarge = false
    const worker = new Worker(new URL('./markdown-thread.ts', import.meta.url), {
      name: 'markdown',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
    })
    worker.on('message', (answer: ThreadAnswer) => {
      if (answer === 'ready') this.#isReady = true
      else {
        const reading = this.#reading
        this.#reading = null
        this.#isLarge ||= answer.heapBytes > LARGE_HEAP_BYTES
        if (reading) settle(reading, answer)
      }
      this.#goOn()
    })
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('The thread that reads documents ended')))
    return worker
  }

  /** Ends the thread when it has used the processor time of this text. */
  async #watch(worker: Worker, reading: Reading): Promise<void> {
    const limitMs = this.#mostBusyMs ?? BUSY_MS + (BUSY_MS_PER_KIB * lengthOf(reading.request)) / 1024
    let beganMs: number | null = null
    while (this.#reading === reading) {
      const busyMs = await busyTimeOf(worker)
      if (busyMs === null) return
      beganMs ??= busyMs
      if (this.#reading === reading && busyMs - beganMs > limitMs) return this.#end(tooBusy())
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS).unref())
    }
  }

  async #end(why: Error): Promise<void> {
    const worker = this.#worker
    const reading = this.#reading
    this.#reading = null
    clearTimeout(this.#idle)
    worker?.removeAllListeners('exit')
    await worker?.terminate()
    if (this.#worker === worker) this.#worker = null
    reading?.reject(why)
    if (reading) this.#goOn()
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const reading = this.#reading
    this.#reading = null
    this.#log({ level: 'error', event: 'document thread ended', error: describeError(error) })
    if (reading && (isOutOfMemory(error) || reading.deaths > 0)) reading.reject(refusalOf(error))
    else if (reading) this.#waiting.putBack({ ...reading, deaths: reading.deaths + 1 })
    if (reading) this.#goOn()
    else if (!this.#isReady) this.#refuseAll(error)
  }

  /** A thread that cannot start would be started for ever. */
  #refuseAll(error: Error): void {
    for (let one = this.#waiting.take(); one; one = this.#waiting.take()) one.reject(error)
  }
}

/** Milliseconds; null if the thread has ended. */
async function busyTimeOf(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return null
  }
}

function settle(reading: Reading, answer: Exclude<ThreadAnswer, 'ready'>): void {
  if ('done' in answer) reading.resolve(answer.done)
  else if ('problem' in answer) reading.reject(new Problem(answer.problem.code, answer.problem.message))
  else reading.reject(new Error(answer.error))
}

const isOutOfMemory = (error: Error) => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'

const tooBusy = () =>
  new Problem(
    'INVALID_REQUEST',
    'Reading this Markdown takes more processor time than the server has for one document. Split it, or nest fewer quotes and lists.',
  )

const refusalOf = (cause: Error) =>
  isOutOfMemory(cause)
    ? new Problem(
        'PAYLOAD_TOO_LARGE',
        'Reading this Markdown takes more memory than the server has for one document. Split it.',
        { cause },
      )
    : new Problem('UNAVAILABLE', 'The thread that reads documents ended. Send the document again in 5 s.', {
        cause,
        retryAfterSeconds: 5,
      })

const closing = () =>
  new Problem('UNAVAILABLE', 'The server ends. Send the document again in 5 s.', { retryAfterSeconds: 5 })
