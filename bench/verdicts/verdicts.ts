import type { Verdict } from '../report.ts'
import { judgeWorld } from './judge-heads.ts'
import { reportFlaky } from './report-flaky.ts'
import { reportInvented } from './report-invented.ts'
import { reportTimings, TIMED_RUNS } from './report-timings.ts'
import { reportVerdicts } from './report-verdicts.ts'
import { type JudgedWorkflow, reportWorkflows } from './report-workflows.ts'
import { benchFiles } from './time-files.ts'
import { type Timing, timeHeads } from './time-heads.ts'
import { WORKFLOWS, type Workflow } from './world.ts'

/** Rules were chosen on seeds up to 30,000; these were used for nothing before they were reported. */
const WORLDS = Array.from({ length: 70 }, (_, i) => 31_001 + i)
const TIMED_WORLDS = {
  [TIMED_RUNS.many]: Array.from({ length: 8 }, (_, i) => 26_001 + i),
  [TIMED_RUNS.some]: Array.from({ length: 6 }, (_, i) => 22_501 + i),
  [TIMED_RUNS.few]: Array.from({ length: 3 }, (_, i) => 23_001 + i),
}
/** The thresholds for files were chosen on seeds 32,301 to 32,330. */
const FILE_WORLDS = Array.from({ length: 30 }, (_, i) => 33_401 + i)

/**
 * Precision and recall of verdicts, the flaky list and performance changes on histories whose truth is known. With
 * `seeds` of worlds to choose rules by, performance changes are left out. Of all workflows, one table is shown.
 */
export async function benchVerdicts(
  seeds: number[] | null,
  workflow: Workflow | 'all' = 'every-push',
): Promise<Verdict[]> {
  const worlds = seeds ?? WORLDS
  if (workflow === 'all') return benchWorkflows(worlds)
  const { observations, flaky, invented } = await judgeWorlds(worlds, workflow)
  const judged = [
    ...reportVerdicts(observations, worlds.length),
    ...reportInvented(invented),
    ...reportFlaky(flaky),
  ]
  if (seeds) return judged
  const timings: Timing[] = []
  for (const [runs, seeds] of Object.entries(TIMED_WORLDS))
    for (const seed of seeds) timings.push(...(await timeHeads(seed, Number(runs))))
  return [...judged, ...reportTimings(timings), ...benchFiles(FILE_WORLDS)]
}

async function benchWorkflows(worlds: number[]): Promise<Verdict[]> {
  const judged: JudgedWorkflow[] = []
  for (const workflow of WORKFLOWS) judged.push(await judgeWorlds(worlds, workflow))
  return reportWorkflows(judged, worlds.length)
}

async function judgeWorlds(seeds: number[], workflow: Workflow): Promise<JudgedWorkflow> {
  const all: JudgedWorkflow = { workflow, observations: [], flaky: [], invented: [] }
  for (const seed of seeds) {
    const { observations, flaky, invented } = await judgeWorld(seed, workflow)
    all.observations.push(...observations)
    all.flaky.push(...flaky)
    all.invented.push(...invented)
  }
  return all
}
