import { parentPort } from 'node:worker_threads'
import { type Reading, readReport } from './read-report.ts'

/** A thread's answer for one file; `crash` if reading rejected. */
export interface Answer {
  reading?: Reading
  crash?: string
  ms: number
}

parentPort?.on('message', async ({ name, path }: { name: string; path: string }) => {
  const begun = performance.now()
  let answer: Omit<Answer, 'ms'>
  try {
    answer = { reading: await readReport(name, path) }
  } catch (error) {
    answer = { crash: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage({ ...answer, ms: performance.now() - begun } satisfies Answer)
})
