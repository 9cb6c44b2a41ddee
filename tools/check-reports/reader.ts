import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Answer } from './reader-thread.ts'

const ENDS_WITHIN_MS = 10_000

/** Reads files in a thread of its own, so that one that crashes or never ends is seen. */
export interface Reader {
  read(name: string, path: string): Promise<Answer>
  close(): Promise<void>
}

export const makeReader = (): Reader => {
  let worker: Worker | undefined
  return {
    read(name, path) {
      worker ??= new Worker(join(import.meta.dirname, 'reader-thread.ts'))
      return ask(worker, { name, path }).catch(async (error: Error) => {
        await worker?.terminate()
        worker = undefined
        return { crash: error.message, ms: ENDS_WITHIN_MS }
      })
    },
    async close() {
      await worker?.terminate()
    },
  }
}

const ask = (worker: Worker, file: { name: string; path: string }) =>
  new Promise<Answer>((resolve, reject) => {
    const late = setTimeout(
      () => end(() => reject(new Error(`did not end within ${ENDS_WITHIN_MS} ms`))),
      ENDS_WITHIN_MS,
    )
    const onAnswer = (answer: Answer) => end(() => resolve(answer))
    const onError = (error: Error) => end(() => reject(error))
    const onExit = () => end(() => reject(new Error('the thread ended')))
    const end = (then: () => void) => {
      clearTimeout(late)
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit)
      then()
    }
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit)
    worker.postMessage(file)
  })
