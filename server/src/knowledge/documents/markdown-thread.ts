import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { Problem } from '../../kernel/problem.ts'
import type { DocumentText } from './document-reader.ts'
import { readDocumentText } from './read-here.ts'

/** The text of one document. */
export type ThreadRequest = string
export type ThreadAnswer = 'ready' | (Read & { heapBytes: number })

type Read =
  | { text: DocumentText }
  | { problem: { code: Problem['code']; message: string } }
  | { error: string }

const port = parentPort
if (!port) throw new Error('markdown-thread.ts runs as a worker thread')

port.on('message', (content: ThreadRequest) => {
  const read = answer(content)
  port.postMessage({ ...read, heapBytes: getHeapStatistics().total_heap_size } satisfies ThreadAnswer)
})
port.postMessage('ready' satisfies ThreadAnswer)

function answer(content: string): Read {
  try {
    return { text: readDocumentText(content) }
  } catch (error) {
    if (error instanceof Problem) return { problem: { code: error.code, message: error.message } }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
