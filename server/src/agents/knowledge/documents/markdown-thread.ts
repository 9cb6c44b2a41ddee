import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { Problem } from '../../../ground/kernel/problem.ts'
import { diffOf } from '../proposals/diff.ts'
import type { DocumentText, ProposalDiff, TextsToCompare } from './document-reader.ts'
import { readDocumentText } from './read-here.ts'

/** The text of one document, or two to compare. */
export type ThreadRequest = string | TextsToCompare
export type ThreadAnswer = 'ready' | (Done & { heapBytes: number })

type Done =
  | { done: DocumentText | ProposalDiff }
  | { problem: { code: Problem['code']; message: string } }
  | { error: string }

const port = parentPort
if (!port) throw new Error('markdown-thread.ts runs as a worker thread')

port.on('message', (request: ThreadRequest) => {
  const done = answer(request)
  port.postMessage({ ...done, heapBytes: getHeapStatistics().total_heap_size } satisfies ThreadAnswer)
})
port.postMessage('ready' satisfies ThreadAnswer)

function answer(request: ThreadRequest): Done {
  try {
    return { done: typeof request === 'string' ? readDocumentText(request) : diffOf(request) }
  } catch (error) {
    if (error instanceof Problem) return { problem: { code: error.code, message: error.message } }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
