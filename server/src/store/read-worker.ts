import { parentPort, workerData } from 'node:worker_threads'
import type { ReadAnswer, ReadRequest } from './read-pool.ts'
// No import of the query builder: loading it would take ten times as long as the thread's first read.
import { openReadOnly } from './sqlite-file.ts'

const database = openReadOnly((workerData as { file: string }).file)
const port = parentPort
if (!port) throw new Error('read-worker runs as a worker thread')

port.on('message', (request: ReadRequest) => port.postMessage(request.map(read)))

function read({ id, sql, parameters }: ReadRequest[number]): ReadAnswer[number] {
  try {
    // A thread's first execution includes the preparation, which says nothing about the statement's own
    // duration.
    const statement = database.prepare(sql)
    const begun = performance.now()
    const rows = statement.all(parameters)
    return { id, rows, ms: performance.now() - begun }
  } catch (error) {
    const { message = String(error), code = '' } = error as { message?: string; code?: string }
    return { id, error: message, code }
  }
}
