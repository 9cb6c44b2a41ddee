import { parentPort, workerData } from 'node:worker_threads'
import { type CarriedOutage, carryOutage } from '../kernel/outage.ts'
import { Problem, type ProblemFacts } from '../kernel/problem.ts'
import { connectToRead, type Store, type StoreAddress } from '../store/open.ts'
import { type JobName, OFFLOADED_JOBS } from './jobs.ts'

interface Begun {
  name: JobName
  input: unknown
}
export type ThreadRequest =
  | ({ id: number } & Begun)
  | { id: number; wants: 'more' | 'nothing' }
  | 'ping'
  | 'close'
/** What is said of an answer under way. */
export type FlowAnswer = { id: number } & (
  | { piece: Uint8Array }
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
const encoder = new TextEncoder()
type Pieces = AsyncGenerator<string, unknown>
const underWay = new Map<number, Pieces>()

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

async function begin(id: number, { name, input }: Begun): Promise<void> {
  const make = OFFLOADED_JOBS[name] as (store: Store, input: unknown) => Pieces | Promise<Uint8Array>
  const made = make(store, input)
  if (made instanceof Promise) return tellEnd(id, await made)
  underWay.set(id, made)
  await goOn(id)
}

/** Makes the next piece, and hands over its bytes. */
async function goOn(id: number): Promise<void> {
  const answer = underWay.get(id)
  if (!answer) return
  const { done, value } = await answer.next()
  if (done) {
    underWay.delete(id)
    return tellEnd(id, value)
  }
  const piece = encoder.encode(value)
  tell({ id, piece }, piece)
}

async function stop(id: number): Promise<void> {
  const answer = underWay.get(id)
  underWay.delete(id)
  await answer?.return(undefined)
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
