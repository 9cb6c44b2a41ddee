import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../kernel/problem.ts'
import { connectToRead, type StoreAddress } from '../store/open.ts'
import { type ResultsEnd, type ResultsToWrite, writeResults } from './write-results.ts'

/** Pieces that may be on their way to the client's door before it has taken the first. */
const AHEAD = 2

export type ResultsRequest =
  | { id: number; wanted: ResultsToWrite }
  | { id: number; wants: 'more' | 'nothing' }
  | 'close'
export type ResultsAnswer =
  | { id: number; piece: Uint8Array }
  | { id: number; end: ResultsEnd }
  | { id: number; error: { message: string; stack: string; problem: Problem['code'] | null } }

const port = parentPort
if (!port) throw new Error('results-thread.ts runs as a worker thread')
const store = await connectToRead((workerData as { address: StoreAddress }).address)
const encoder = new TextEncoder()

/** An answer under way: how many more pieces its reader has asked for. */
interface Flow {
  asked: number
  isStopped: boolean
  goOn: () => void
}
const flows = new Map<number, Flow>()

port.on('message', async (request: ResultsRequest) => {
  if (request === 'close') {
    await store.close()
    port.close()
  } else if ('wanted' in request) await write(request.id, request.wanted)
  else {
    const flow = flows.get(request.id)
    if (!flow) return
    if (request.wants === 'more') flow.asked++
    else flow.isStopped = true
    flow.goOn()
  }
})

async function write(id: number, wanted: ResultsToWrite): Promise<void> {
  const flow: Flow = { asked: AHEAD, isStopped: false, goOn: () => undefined }
  flows.set(id, flow)
  const tell = (answer: ResultsAnswer, bytes?: Uint8Array<ArrayBuffer>) =>
    port?.postMessage(answer, bytes ? [bytes.buffer] : [])
  const pieces = writeResults(store, wanted)
  try {
    while (!flow.isStopped) {
      const { done, value } = await pieces.next()
      if (done) return tell({ id, end: value })
      const piece = encoder.encode(value)
      tell({ id, piece }, piece)
      flow.asked--
      // A slow client holds its own answer up, and nothing piles up in memory.
      while (flow.asked <= 0 && !flow.isStopped)
        await new Promise<void>((resolve) => {
          flow.goOn = resolve
        })
    }
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    const problem = error instanceof Problem ? error.code : null
    const stack = [error.stack, error.cause instanceof Error ? error.cause.stack : ''].join('\n').trim()
    tell({ id, error: { message: error.message, stack, problem } })
  } finally {
    flows.delete(id)
    await pieces.return({ artifacts: '[]', next: null })
  }
}
