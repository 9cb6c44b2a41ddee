import type { Verdict } from '../report.ts'
import { noiseVerdict } from './hooks.ts'
import type { RunnerName } from './peers.ts'
import { interleave, showRuns, withSuite } from './rounds.ts'
import type { Shape } from './suites.ts'

const SMALL: Record<RunnerName, Shape> = {
  vitest: { files: 5, testsPerFile: 20, failsEvery: 0 },
  jest: { files: 5, testsPerFile: 10, failsEvery: 0 },
  playwright: { files: 4, testsPerFile: 5, failsEvery: 0 },
}
const ROUNDS = 3 * Number(process.env.BENCH_ROUNDS ?? 1)

/** Whole runs of small suites, in which loading and sending cost most; large ones are among the hooks. */
export const benchRuns = async (): Promise<Verdict[]> => {
  const verdicts: Verdict[] = []
  for (const runner of ['vitest', 'jest', 'playwright'] as const) {
    const shape = SMALL[runner]
    const name = `${runner}, ${shape.files * shape.testsPerFile} tests`
    const runs = await withSuite(runner, name, shape, (suite, folders, server) =>
      interleave(suite, folders, server, () => ROUNDS),
    )
    showRuns(`${name}: whole runs`, runs)
    verdicts.push(noiseVerdict(name, runs))
  }
  return verdicts
}
