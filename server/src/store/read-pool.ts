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
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'

const THREADS = 2

export interface ReadRequest {
  id: number
  sql: string
  parameters: readonly unknown[]
}
export type ReadAnswer = { id: number; rows: unknown[] } | { id: number; error: string }

/**
 * Read-only SQLite connections in threads of their own, so that neither a long read nor a write under
 * way holds up the event loop or another read. Threads start with the first query that needs them, the first
 * at once where `isSoon`.
 */
export function openReadPool(file: string, isSoon = false): Kysely<Tables> {
  const threads: ReadThread[] = []
  const leastBusy = () => {
    const free = threads.find((thread) => thread.pending === 0)
    if (free) return free
    if (threads.length < THREADS) {
      const thread = new ReadThread(file, () => threads.splice(threads.indexOf(thread), 1))
      threads.push(thread)
      return thread
    }
    return threads.reduce((a, b) => (b.pending < a.pending ? b : a))
  }
  if (isSoon) leastBusy()
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new ReadPoolDriver(leastBusy, threads),
  }
  return new Kysely<Tables>({ dialect })
}

class ReadThread {
  readonly #worker: Worker
  readonly #waiting = new Map<
    number,
    { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }
  >()
  #next = 0

  constructor(file: string, onExit: () => void) {
    this.#worker = new Worker(new URL('./read-worker.ts', import.meta.url), { workerData: { file } })
    this.#worker.unref()
    this.#worker.on('message', (answer: ReadAnswer) => {
      const waiter = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) this.#worker.unref()
      if ('error' in answer) waiter?.reject(new Error(answer.error))
      else waiter?.resolve(answer.rows)
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
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, sql, parameters } satisfies ReadRequest)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

class ReadPoolDriver implements Driver {
  readonly #pick: () => ReadThread
  readonly #threads: ReadThread[]
  constructor(pick: () => ReadThread, threads: ReadThread[]) {
    this.#pick = pick
    this.#threads = threads
  }
  async init() {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await this.#pick().read(sql, parameters)) as R[],
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
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}
