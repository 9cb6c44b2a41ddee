import { parentPort, workerData } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { KeptAnswers } from '../kernel/kept-answers.ts'
import { type CarriedOutage, carryOutage } from '../kernel/outage.ts'
import { Problem, type ProblemFacts } from '../kernel/problem.ts'
import { connectToRead, type Store, type StoreAddress } from '../store/open.ts'
import { THREAD_WORK, type ThreadKept, type WorkName } from './thread-work.ts'
import { untilStopped } from './until-stopped.ts'

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
  | { end: unknown }
  | {
      error: { message: string; stack: string }
      problem: { code: Problem['code']; facts: ProblemFacts } | null
      outage: CarriedOutage | null
    }
)
export type ThreadAnswer = FlowAnswer | 'pong'

const port = parentPort
if (!port) throw new Error('offload/worker.ts runs as a worker thread')
const store = await connectToRead((workerData as { address: StoreAddress }).address)
/** A comparison with a thousand failures. */
const MOST_BYTES_OF_MEMO = 8 * 1024 * 1024
const kept: ThreadKept = {
  answers: new KeptAnswers({
    sizeOf: ({ length }) => length,
    // The bytes of an answer are transferred to the thread that asked.
    copy: (bytes) => bytes.slice(),
  }),
  memos: new KeptAnswers({ sizeOf: ({ bytes }) => bytes, mostBytesOfOne: MOST_BYTES_OF_MEMO }),
}
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
    kept: ThreadKept,
  ) => Pieces | Promise<Uint8Array>
  const answer = make(untilStopped(store, stopped), input, kept)
  if (answer instanceof Promise) return tellEnd(id, await answer)
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
    return tellEnd(id, value)
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

const tellEnd = (id: number, end: unknown) => tell({ id, end }, end instanceof Uint8Array ? end : undefined)

function tell(answer: FlowAnswer, bytes?: Uint8Array): void {
  port?.postMessage(answer, bytes ? [bytes.buffer as ArrayBuffer] : [])
}

function toTell(cause: unknown) {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const stack = [error.stack, error.cause instanceof Error ? error.cause.stack : ''].join('\n').trim()
  const problem = error instanceof Problem ? { code: error.code, facts: error.facts } : null
  return { error: { message: error.message, stack }, problem, outage: carryOutage(error) }
}
