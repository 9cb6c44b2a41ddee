import { heading, table, type Verdict } from '../report.ts'
import type { FlakyTruth } from './flaky-list.ts'
import { limit, share } from './goal.ts'
import type { Invented, Observation } from './judge-heads.ts'
import { faredIn } from './report-verdicts.ts'
import type { Workflow } from './world.ts'

/** What the worlds of one workflow showed. */
export interface JudgedWorkflow {
  workflow: Workflow
  observations: Observation[]
  flaky: FlakyTruth[]
  invented: Invented[]
}

const MOST_EXCUSED = 0.005

/** One row a workflow: how verdicts and the flaky list fared, beside the number that each share is of. */
export function reportWorkflows(all: JudgedWorkflow[], worlds: number): Verdict[] {
  heading(
    `Verdicts by workflow: ${worlds} projects each, ordinary ones, incidents with at least 20 base runs`,
  )
  const rows = all.map((judged) => ({ ...judged, fared: faredIn(judged.observations) }))
  const of = ([hits, all]: [number, number]) => `${share(hits, all)} of ${Math.round(all)}`
  table(
    [
      'workflow',
      'excused',
      'mine: precision',
      'recall',
      'broken base: precision',
      'recall',
      'flaky list: precision',
      'runs with false New or Removed',
    ],
    rows.map(({ workflow, fared, flaky, invented }) => {
      const listed = flaky.filter((one) => one.isListed && one.twist === null)
      return [
        workflow,
        of(fared.excused),
        of(fared.minePrecision),
        of(fared.mineRecall),
        of(fared.basePrecision),
        of(fared.baseRecall),
        of([listed.filter((one) => one.flake).length, listed.length]),
        of([invented.filter(({ news, removed }) => news + removed > 0).length, invented.length]),
      ]
    }),
  )
  return rows.map(({ workflow, fared }) =>
    limit(`Regressions excused, ${workflow}`, MOST_EXCUSED, ...fared.excused),
  )
}
