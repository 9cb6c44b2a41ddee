import { parentPort, workerData } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { ClientDisconnected } from '../../ground/kernel/client-disconnected.ts'
import { KeptAnswers } from '../../ground/kernel/kept-answers.ts'
import { letHeapShrink } from '../../ground/kernel/let-heap-shrink.ts'
import { type CarriedOutage, carryOutage } from '../../ground/kernel/outage.ts'
import { Problem, type ProblemFacts } from '../../ground/kernel/problem.ts'
import { connectToRead, type Store, type StoreAddress } from '../../ground/store/open.ts'
import { watchReads } from '../../ground/store/uncounted-reads.ts'
import { KEPT, type Memo, THREAD_WORK, type WorkName } from './thread-work.ts'

/**
 * The same store, whose reads throw `ClientDisconnected` as soon as the cell of `stopped` is not 0. Reads of SQLite
 * let no message into a thread, so only shared memory reaches it.
 */
function untilStopped(store: Store, stopped: Int32Array): Store {
  const read = store.read.withPlugin({
    transformQuery({ node }) {
      if (Atomics.load(stopped, 0) !== 0) throw new ClientDisconnected()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ...store, read }
}

interface Begun {
  name: WorkName
  input: unknown
  /** One cell; not 0 once no request waits for the answer. A busy thread reads no messages. */
  stopped: Int32Array
  /** The number of pieces that another thread made before it ended. */
  made: Made
}
/** Pieces of an answer: their bytes, and a checksum of these. */
export interface Made {
  bytes: number
  sum: number
}
export type ThreadRequest =
  | ({ id: number } & Begun)
  | { id: number; wants: 'more' | 'nothing' }
  | 'ping'
  | 'close'
/** The messages about an answer in progress. */
export type FlowAnswer = { id: number } & (
  | { piece: Uint8Array; made: Made }
  /** `uncounted`: tables that it read although their changes do not count. */
  | { end: unknown; uncounted: string[] }
  | {
      error: { message: string; stack: string }
      problem: { code: Problem['code']; facts: ProblemFacts } | null
      outage: CarriedOutage | null
    }
)
export type ThreadAnswer = FlowAnswer | 'pong'

const port = parentPort
if (!port) throw new Error('offload/worker.ts runs as a worker thread')
letHeapShrink()
const store = await connectToRead((workerData as { address: StoreAddress }).address)
/** Answers as UTF-8, and values that several answers share. */
const kept = new KeptAnswers<Memo>({ sizeOf: ({ bytes }) => bytes, ...KEPT })
const encoder = new TextEncoder()
type Pieces = AsyncGenerator<string, unknown>
interface UnderWay {
  pieces: Pieces
  made: Made
}
const underWay = new Map<number, UnderWay>()

port.on('message', async (request: ThreadRequest) => {
  if (request === 'close') {
    await store.close()
    port.close()
    return
  }
  if (request === 'ping') return port.postMessage('pong' satisfies ThreadAnswer)
  const { id } = request
  try {
    if ('name' in request) await begin(id, request)
    else if (request.wants === 'more') await goOn(id)
    else await stop(id)
  } catch (cause) {
    underWay.delete(id)
    tell({ id, ...toTell(cause) })
  }
})

async function begin(id: number, { name, input, stopped, made }: Begun): Promise<void> {
  const make = THREAD_WORK[name] as (
    store: Store,
    input: unknown,
    kept: KeptAnswers<Memo>,
  ) => Pieces | Promise<Uint8Array>
  const uncounted: string[] = []
  const answer = watchReads(
    (table) => void uncounted.push(table),
    () => make(untilStopped(store, stopped), input, kept),
  )
  if (answer instanceof Promise) return tellEnd(id, await answer, uncounted)
  const flow = { pieces: answer, made: { bytes: 0, sum: 0 } }
  underWay.set(id, flow)
  await passOver(flow, made)
  await goOn(id)
}

/** Repeats the pieces that another thread made. Throws if the results have changed since then. */
async function passOver(flow: UnderWay, { bytes, sum }: Made): Promise<void> {
  while (flow.made.bytes < bytes) {
    const { done, value } = await flow.pieces.next()
    if (done) break
    add(flow, encoder.encode(value as string))
  }
  if (flow.made.bytes !== bytes || flow.made.sum !== sum)
    throw new Error('The results changed while the server wrote them')
}

function add(flow: UnderWay, piece: Uint8Array): void {
  flow.made = { bytes: flow.made.bytes + piece.length, sum: crc32(piece, flow.made.sum) }
}

/** Makes the next piece, and hands over its bytes. */
async function goOn(id: number): Promise<void> {
  const answer = underWay.get(id)
  if (!answer) return
  const { done, value } = await answer.pieces.next()
  if (done) {
    underWay.delete(id)
    // Pieces are never part of a kept answer.
    return tellEnd(id, value, [])
  }
  const piece = encoder.encode(value)
  add(answer, piece)
  tell({ id, piece, made: answer.made }, piece)
}

async function stop(id: number): Promise<void> {
  const answer = underWay.get(id)
  underWay.delete(id)
  await answer?.pieces.return(undefined)
}

const tellEnd = (id: number, end: unknown, uncounted: string[]) =>
  tell({ id, end, uncounted }, end instanceof Uint8Array ? end : undefined)

function tell(answer: FlowAnswer, bytes?: Uint8Array): void {
  port?.postMessage(answer, bytes ? [bytes.buffer as ArrayBuffer] : [])
}

function toTell(cause: unknown) {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const stack = [error.stack, error.cause instanceof Error ? error.cause.stack : ''].join('\n').trim()
  const problem = error instanceof Problem ? { code: error.code, facts: error.facts } : null
  return { error: { message: error.message, stack }, problem, outage: carryOutage(error) }
}
