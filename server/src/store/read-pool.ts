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
import { ShortReads } from './short-reads.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'
import type { Tables } from './tables.ts'

/** Threads for any read; one more is kept for short ones that find all of these at work. */
const THREADS = 2

export interface ReadRequest {
  id: number
  sql: string
  parameters: readonly unknown[]
}
export type ReadAnswer = { id: number; rows: unknown[]; ms: number } | { id: number; error: string }

/**
 * Read-only SQLite connections in threads of their own, so that neither a long read nor a write under
 * way holds up the event loop or another read. Threads start with the first query that needs them, the first
 * at once where `isSoon`.
 */
export function openReadPool(file: string, isSoon = false): Kysely<Tables> {
  const threads: ReadThread[] = []
  const express: ReadThread[] = []
  const short = new ShortReads()
  const startIn = (place: ReadThread[]) => {
    const thread = new ReadThread(file, short, () => place.splice(place.indexOf(thread), 1))
    place.push(thread)
    return thread
  }
  const threadFor = (sql: string) => {
    const free = threads.find((thread) => thread.pending === 0)
    if (free) return free
    if (threads.length < THREADS) return startIn(threads)
    if (short.has(sql)) return express[0] ?? startIn(express)
    return threads.reduce((a, b) => (b.pending < a.pending ? b : a))
  }
  if (isSoon) startIn(threads)
  const dialect: Dialect = {
    createAdapter: () => new ManyConnectionsAdapter(),
    createQueryCompiler: () => new StablePlanCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new ReadPoolDriver(threadFor, [threads, express]),
  }
  return new Kysely<Tables>({ dialect })
}

/** Of a single SQLite connection the query builder lets one statement run at a time; there are several here. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class ReadThread {
  readonly #worker: Worker
  readonly #waiting = new Map<
    number,
    { sql: string; resolve: (rows: unknown[]) => void; reject: (error: Error) => void }
  >()
  #next = 0

  constructor(file: string, short: ShortReads, onExit: () => void) {
    this.#worker = new Worker(new URL('./read-worker.ts', import.meta.url), { workerData: { file } })
    this.#worker.unref()
    this.#worker.on('message', (answer: ReadAnswer) => {
      const waiter = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) this.#worker.unref()
      if (!waiter) return
      if ('error' in answer) return waiter.reject(new Error(answer.error))
      short.took(waiter.sql, answer.ms)
      waiter.resolve(answer.rows)
    })
    const fail = (error: Error) => {
      onExit()
      for (const waiter of this.#waiting.values()) waiter.reject(error)
      this.#waiting.clear()
    }
    this.#worker.on('error', fail)
    this.#worker.on('exit', () => fail(new Error('The read thread ended')))
  }

  get pending(): number {
    return this.#waiting.size
  }

  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const id = this.#next++
    if (this.#waiting.size === 0) this.#worker.ref()
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { sql, resolve, reject })
      this.#worker.postMessage({ id, sql, parameters } satisfies ReadRequest)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

class ReadPoolDriver implements Driver {
  readonly #threadFor: (sql: string) => ReadThread
  readonly #threads: ReadThread[][]
  constructor(threadFor: (sql: string) => ReadThread, threads: ReadThread[][]) {
    this.#threadFor = threadFor
    this.#threads = threads
  }
  async init() {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await this.#threadFor(sql).read(sql, parameters)) as R[],
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
