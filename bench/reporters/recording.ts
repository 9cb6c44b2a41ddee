/**
 * A separate process: records generated tests with the bundled client, several runs one after the
 * other.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type * as client from '../../packages/client/src/index.ts'
import { peakMib } from '../memory.ts'

/** The cost of one recorded run in this process. */
export interface Recorded {
  /** In all calls that recorded a test, and from the call of `finish` until the server had everything; milliseconds. */
  recordMs: number
  finishMs: number
  /** Live heap and resident memory before, with everything recorded, and after sending; MiB. */
  heapMib: [before: number, recorded: number, sent: number]
  rssMib: [before: number, recorded: number, sent: number]
  /** The maximum memory of the process, before and at the end. */
  peakMib: [before: number, sent: number]
}

const GIT_MS = 500
const MIB = 2 ** 20
const [module = '', root = '', tests = '', runs = ''] = process.argv.slice(2)
const { startRecorder }: typeof client = await import(module)

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')
const weigh = () => {
  gc()
  const { heapUsed, rss } = process.memoryUsage()
  return [heapUsed / MIB, rss / MIB] as const
}

const recordOnce = async (count: number): Promise<Recorded> => {
  const before = weigh()
  const peakBefore = peakMib()
  const recorder = startRecorder({
    options: { project: 'bench', quiet: true },
    client: { name: 'bench', version: '0' },
    runner: { name: 'bench' },
    runnerRoot: root,
  })
  // In a real run, git has answered long before the end.
  await sleep(GIT_MS)
  const begun = performance.now()
  for (let test = 0; test < count; test++) {
    const module = Math.floor(test / 100)
    recorder.attempt(
      {
        file: `tests/area-${module % 10}/module-${module}.test.mjs`,
        titles: [
          `part ${Math.floor(test / 20) % 5} of module ${module}`,
          `takes case ${test % 100} and answers as documented`,
        ],
        variant: '',
        occurrence: 0,
      },
      { status: 'passed', startedAt: Date.now(), durationMs: (test % 37) / 10 },
    )
  }
  const recordMs = performance.now() - begun
  const recorded = weigh()
  const ended = performance.now()
  await recorder.finish({ status: 'passed' })
  const finishMs = performance.now() - ended
  const sent = weigh()
  return {
    recordMs,
    finishMs,
    heapMib: [before[0], recorded[0], sent[0]],
    rssMib: [before[1], recorded[1], sent[1]],
    peakMib: [peakBefore, peakMib()],
  }
}

const made: Recorded[] = []
for (let run = 0; run < Number(runs); run++) made.push(await recordOnce(Number(tests)))
process.stdout.write(JSON.stringify(made))
