import type { Told } from './ask-worker.ts'

/** A worker's global is not that of a page, which the compiler is told about. */
const worker = globalThis as unknown as {
  postMessage(told: Told): void
  addEventListener(type: 'message', on: (event: { data: unknown }) => void): void
}

/** Answers every question of the page in this worker. */
export function answerAll<Ask>(answerTo: (ask: Ask) => unknown): void {
  worker.addEventListener('message', ({ data }) => {
    try {
      worker.postMessage({ answer: answerTo(data as Ask) })
    } catch (error) {
      worker.postMessage({ error: String(error) })
    }
  })
  worker.postMessage('ready')
}
