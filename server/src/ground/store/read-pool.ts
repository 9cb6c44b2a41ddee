import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { FileIdentities } from './opened-files.ts'
import type { ReadAnswer, ReadOrder } from './read-worker.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'
import type { Tables } from './tables.ts'

/** A statement is short if it recently took no longer than this, milliseconds. */
const SHORT_MS = 3
/** The factor by which an old duration shrinks with each faster execution. */
const FADES_TO = 0.9
const REMEMBERED = 500

/** The durations of statements, so that short ones need not queue behind long ones. */
class ShortReads {
  readonly #slowestMs = new Map<string, number>()

  /** False for a new statement: its duration is unknown. */
  has(sql: string): boolean {
    const ms = this.#slowestMs.get(sql)
    return ms !== undefined && ms <= SHORT_MS
  }

  /** Short reads in groups that together take no longer than one of them may. */
  packed<T extends { sql: string }>(reads: T[]): T[][] {
    const groups: T[][] = []
    let last: T[] = []
    let lastMs = 0
    for (const read of reads) {
      const ms = this.#slowestMs.get(read.sql) ?? 0
      if (lastMs + ms > SHORT_MS || last.length === 0) {
        last = []
        lastMs = 0
        groups.push(last)
      }
      last.push(read)
      lastMs += ms
    }
    return groups
  }

  took(sql: string, ms: number): void {
    const before = this.#slowestMs.get(sql) ?? 0
    this.#slowestMs.delete(sql)
    this.#slowestMs.set(sql, Math.max(ms, before * FADES_TO))
    if (this.#slowestMs.size > REMEMBERED)
      this.#slowestMs.delete(this.#slowestMs.keys().next().value as string)
  }
}

/** Threads for any read; one more serves short reads when all of these are busy. */
const THREADS = 2
const MOST_IDLE = THREADS + 1

interface ReadPoolOptions {
  /** True starts the first thread at once. */
  isSoon?: boolean
  /** The opened files: a thread that starts later fails if other files have replaced them. */
  filesOf?: () => FileIdentities
}

interface Read {
  sql: string
  parameters: readonly unknown[]
  resolve: (rows: unknown[]) => void
  reject: (error: Error) => void
}

/**
 * Read-only SQLite connections in threads of their own, so that neither a long read nor a write under way
 * blocks the event loop or another read. Threads start with the first query that needs them.
 */
export function openReadPool(file: string, options: ReadPoolOptions = {}): Kysely<Tables> {
  const { isSoon = false, filesOf = () => ({}) } = options
  const threads: ReadThread[] = []
  const express: ReadThread[] = []
  const short = new ShortReads()
  const startIn = (place: ReadThread[]) => {
    const thread = new ReadThread({ file, files: filesOf() }, short, () =>
      place.splice(place.indexOf(thread), 1),
    )
    place.push(thread)
    return thread
  }
  const threadFor = (isShort: boolean) => {
    const free = threads.find((thread) => thread.pending === 0)
    if (free) return free
    if (threads.length < THREADS) return startIn(threads)
    if (isShort) return express[0] ?? startIn(express)
    return threads.reduce((a, b) => (b.pending < a.pending ? b : a))
  }
  let waiting: Read[] = []
  const sendWaiting = () => {
    for (const together of short.packed(waiting)) threadFor(true).send(together)
    waiting = []
  }
  const read = (wanted: Read) => {
    if (!short.has(wanted.sql)) return threadFor(false).send([wanted])
    // After all queries of this turn of the event loop, which costs them no time.
    if (waiting.length === 0) process.nextTick(sendWaiting)
    waiting.push(wanted)
  }
  if (isSoon) startIn(threads)
  const dialect: Dialect = {
    createAdapter: () => new ManyConnectionsAdapter(),
    createQueryCompiler: () => new StablePlanCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new ReadPoolDriver(read, [threads, express]),
  }
  return new Kysely<Tables>({ dialect })
}

/** The query builder runs one statement at a time on a SQLite connection; here there are several. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Threads of closed stores, which give the next store of the process its first answer much earlier. */
const idle: Worker[] = []

// Node's own listeners, for example of `newListener`, have to stay.
const forget = (worker: Worker): void => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

class ReadThread {
  readonly #worker: Worker
  #hasEnded = false
  readonly #waiting = new Map<number, Read>()
  #next = 0

  constructor(opened: ReadOrder, short: ShortReads, onExit: () => void) {
    this.#worker = idle.pop() ?? new Worker(new URL('./read-worker.ts', import.meta.url))
    this.#worker.unref()
    this.#worker.postMessage(opened)
    this.#worker.on('message', (answers: ReadAnswer) => {
      for (const answer of answers) {
        const waiter = this.#waiting.get(answer.id)
        this.#waiting.delete(answer.id)
        if ('error' in answer) waiter?.reject(Object.assign(new Error(answer.error), { code: answer.code }))
        else if (waiter) {
          short.took(waiter.sql, answer.ms)
          waiter.resolve(answer.rows)
        }
      }
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    const fail = (error: Error) => {
      if (!this.#hasEnded) onExit()
      this.#hasEnded = true
      for (const waiter of this.#waiting.values()) waiter.reject(error)
      this.#waiting.clear()
    }
    this.#worker.on('error', fail)
    this.#worker.on('exit', () => fail(new Error('The read thread ended')))
  }

  get pending(): number {
    return this.#waiting.size
  }

  send(reads: Read[]): void {
    if (this.#waiting.size === 0) this.#worker.ref()
    const request = reads.map((read) => {
      const id = this.#next++
      this.#waiting.set(id, read)
      return { id, sql: read.sql, parameters: read.parameters }
    })
    this.#worker.postMessage(request satisfies ReadOrder)
  }

  /** Closes the file. A thread in the middle of a read ends; another one waits for the next store. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (this.#waiting.size > 0 || this.#hasEnded || idle.length >= MOST_IDLE) {
      await worker.terminate()
      return
    }
    forget(worker)
    const closed = new Promise<boolean>((resolve) => {
      worker.once('message', () => resolve(true))
      worker.once('error', () => resolve(false))
      worker.once('exit', () => resolve(false))
    })
    worker.ref()
    worker.postMessage({ file: null, files: {} } satisfies ReadOrder)
    const isIdle = await closed
    forget(worker)
    worker.unref()
    if (isIdle) idle.push(worker)
    else await worker.terminate()
  }
}

class ReadPoolDriver implements Driver {
  readonly #read: (wanted: Read) => void
  readonly #threads: ReadThread[][]
  constructor(read: (wanted: Read) => void, threads: ReadThread[][]) {
    this.#read = read
    this.#threads = threads
  }
  async init() {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await new Promise<unknown[]>((resolve, reject) =>
          this.#read({ sql, parameters, resolve, reject }),
        )) as R[],
      }),
      streamQuery: () => {
        throw new Error('Page through a long read instead of streaming it')
      },
    }
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The read handle has no transactions; write through store.write')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy(): Promise<void> {
    await Promise.all(this.#threads.flat().map((thread) => thread.close()))
  }
}
