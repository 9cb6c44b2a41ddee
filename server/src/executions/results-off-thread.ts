import { Worker } from 'node:worker_threads'
import { Problem } from '../kernel/problem.ts'
import type { Store } from '../store/open.ts'
import type { ResultsAnswer, ResultsRequest } from './results-thread.ts'
import type { ResultsEnd, ResultsToWrite } from './write-results.ts'

/** Results as pieces of UTF-8, read and written as JSON in a thread that only hands over what is taken. */
export function resultsOffThread(
  store: Store,
  wanted: ResultsToWrite,
): AsyncGenerator<Uint8Array, ResultsEnd> {
  let thread = threads.get(store)
  if (!thread) {
    const started = new ResultsThread(store, () => threads.get(store) === started && threads.delete(store))
    store.beforeClose?.(() => started.close())
    threads.set(store, started)
    thread = started
  }
  return thread.read(wanted)
}

/** One of each store, started by its first large answer. */
const threads = new WeakMap<Store, ResultsThread>()

class ResultsThread {
  readonly #worker: Worker
  readonly #readers = new Map<number, (answer: ResultsAnswer | Error) => void>()
  #next = 0
  #isOver = false

  constructor(store: Store, onExit: () => unknown) {
    this.#worker = new Worker(new URL('./results-thread.ts', import.meta.url), {
      workerData: { address: store.address },
    })
    this.#worker.unref()
    this.#worker.on('message', (answer: ResultsAnswer) => this.#readers.get(answer.id)?.(answer))
    const fail = (error: Error) => {
      this.#isOver = true
      onExit()
      for (const tell of this.#readers.values()) tell(error)
    }
    this.#worker.on('error', fail)
    this.#worker.on('exit', () => fail(new Error('The thread of results ended')))
  }

  async *read(wanted: ResultsToWrite): AsyncGenerator<Uint8Array, ResultsEnd> {
    const id = this.#next++
    const arrived: (ResultsAnswer | Error)[] = []
    let wake = () => {}
    if (this.#readers.size === 0) this.#worker.ref()
    this.#readers.set(id, (answer) => {
      arrived.push(answer)
      wake()
    })
    this.#post({ id, wanted })
    try {
      for (;;) {
        const answer = arrived.shift()
        if (!answer)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        else if (answer instanceof Error) throw answer
        else if ('end' in answer) return answer.end
        else if ('error' in answer) throw errorOf(answer.error)
        else {
          this.#post({ id, wants: 'more' })
          yield answer.piece
        }
      }
    } finally {
      this.#readers.delete(id)
      if (this.#readers.size === 0) this.#worker.unref()
      this.#post({ id, wants: 'nothing' })
    }
  }

  #post(request: ResultsRequest): void {
    this.#worker.postMessage(request)
  }

  async close(): Promise<void> {
    if (this.#isOver) return
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.ref()
    this.#post('close')
    await exited
  }
}

function errorOf({ message, stack, problem }: Extract<ResultsAnswer, { error: object }>['error']): Error {
  const cause = new Error(message)
  cause.stack = stack
  return problem === null ? cause : new Problem(problem, message, { cause })
}
