import { say, type Verdict } from '../report.ts'
import { judgeWorld } from './judge-heads.ts'
import { reportFlaky } from './report-flaky.ts'
import { reportInvented } from './report-invented.ts'
import { reportTimings, TIMED_RUNS } from './report-timings.ts'
import { explainMisses, faredIn, reportVerdicts } from './report-verdicts.ts'
import { type JudgedWorkflow, reportWorkflows } from './report-workflows.ts'
import { benchFiles } from './time-files.ts'
import { type Timing, timeHeads } from './time-heads.ts'
import { isOrdinary, makeWorld, type Workflow } from './world.ts'

/** Rules were chosen on seeds up to 30,000; these were used for nothing before they were reported. */
const WORLDS = Array.from({ length: 70 }, (_, i) => 31_001 + i)
const TIMED_WORLDS = {
  [TIMED_RUNS.many]: Array.from({ length: 8 }, (_, i) => 26_001 + i),
  [TIMED_RUNS.some]: Array.from({ length: 6 }, (_, i) => 22_501 + i),
  [TIMED_RUNS.few]: Array.from({ length: 3 }, (_, i) => 23_001 + i),
}
/** The thresholds for files were chosen on seeds 32,301 to 32,330. */
const FILE_WORLDS = Array.from({ length: 30 }, (_, i) => 33_401 + i)

/** Which worlds are played. */
interface Played {
  /** Those to choose rules by; null for those of the recorded figures. */
  seeds: number[] | null
  /** Of several, one table is shown. */
  workflows: readonly Workflow[]
  /** Plays only ordinary worlds, and of each workflow no more once so many regressions with enough base runs are judged. */
  regressions: number | null
  /** Lists each miss, with the reason that its verdict gave. */
  isExplained: boolean
}

/**
 * Precision and recall of verdicts, the flaky list and performance changes on histories whose truth is known. With
 * `seeds`, performance changes are left out.
 */
export async function benchVerdicts({
  seeds,
  workflows,
  regressions,
  isExplained,
}: Played): Promise<Verdict[]> {
  const worlds = seeds ?? WORLDS
  const all: JudgedWorkflow[] = []
  for (const workflow of workflows) {
    const judged = await judgeWorlds(worlds, workflow, regressions)
    if (isExplained) {
      say(`\n${workflow}`)
      explainMisses(judged.observations, judged.invented)
    }
    all.push(judged)
  }
  const [only] = all
  if (only === undefined || all.length > 1) return reportWorkflows(all)
  const { observations, flaky, invented } = only
  const judged = [
    ...reportVerdicts(observations),
    ...reportWorkflows(all),
    ...reportInvented(invented),
    ...reportFlaky(flaky),
  ]
  if (seeds) return judged
  const timings: Timing[] = []
  for (const [runs, seeds] of Object.entries(TIMED_WORLDS))
    for (const seed of seeds) timings.push(...(await timeHeads(seed, Number(runs))))
  return [...judged, ...reportTimings(timings), ...benchFiles(FILE_WORLDS)]
}

async function judgeWorlds(
  seeds: number[],
  workflow: Workflow,
  regressions: number | null,
): Promise<JudgedWorkflow> {
  const all: JudgedWorkflow = { workflow, observations: [], flaky: [], invented: [] }
  let judged = 0
  for (const seed of seeds) {
    if (regressions !== null && (judged >= regressions || !isOrdinary(makeWorld(seed, workflow)))) continue
    const { observations, flaky, invented } = await judgeWorld(seed, workflow)
    all.observations.push(...observations)
    all.flaky.push(...flaky)
    all.invented.push(...invented)
    judged += faredIn(observations).mineRecall[1]
  }
  return all
}
