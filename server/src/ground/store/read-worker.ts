import { parentPort } from 'node:worker_threads'
import { letHeapShrink } from '../kernel/let-heap-shrink.ts'
import { type FileIdentities, requireSameFiles } from './opened-files.ts'
// No import of the query builder: loading it would take ten times as long as the thread's first read.
import { openReadOnly } from './sqlite-file.ts'

/** Statements that go to a thread together, and their results: waking it costs more than a short read. */
export type ReadRequest = { id: number; sql: string; parameters: readonly unknown[] }[]
/** The messages to a thread: statements, the file that they read, or null to close it. */
export type ReadOrder = ReadRequest | { file: string | null; files: FileIdentities }
export type ReadAnswer = (
  | { id: number; rows: unknown[]; ms: number }
  | { id: number; error: string; code: string }
)[]

const port = parentPort
if (!port) throw new Error('read-worker runs as a worker thread')

letHeapShrink()
let database: ReturnType<typeof openReadOnly> | undefined

port.on('message', (order: ReadOrder) => {
  if (Array.isArray(order)) {
    port.postMessage(order.map(read))
    return
  }
  database?.close()
  // Its error ends the thread and the reads that wait for it.
  requireSameFiles(order.files)
  database = order.file === null ? undefined : openReadOnly(order.file)
  if (order.file === null) port.postMessage([])
})

function read({ id, sql, parameters }: ReadRequest[number]): ReadAnswer[number] {
  try {
    if (!database) throw new Error('The thread has no database')
    // A thread's first execution includes the preparation, which says nothing about the statement's own
    // duration.
    const statement = database.prepare(sql)
    const begun = performance.now()
    const rows = statement.all(parameters) as unknown[]
    return { id, rows, ms: performance.now() - begun }
  } catch (error) {
    const { message = String(error), code = '' } = error as { message?: string; code?: string }
    return { id, error: message, code }
  }
}
