import { heading, table, type Verdict } from '../report.ts'
import type { FlakyTruth } from './flaky-list.ts'
import { limit, share } from './goal.ts'
import { interval, totalOf } from './interval.ts'
import type { Invented, Observation } from './judge-heads.ts'
import { type Fared, faredIn } from './report-verdicts.ts'
import type { Workflow } from './world.ts'

/** What the worlds of one workflow showed. */
export interface JudgedWorkflow {
  workflow: Workflow
  observations: Observation[]
  flaky: FlakyTruth[]
  invented: Invented[]
}

const MOST_EXCUSED = 0.005

const SHARES: [heading: string, keyof Fared][] = [
  ['excused', 'excused'],
  ['mine: precision', 'minePrecision'],
  ['recall', 'mineRecall'],
  ['broken base: precision', 'basePrecision'],
  ['recall', 'baseRecall'],
  ['known flake: precision', 'flakePrecision'],
  ['recall', 'flakeRecall'],
  ['infrastructure: precision', 'infrastructurePrecision'],
]

/** One row a workflow: how verdicts and the flaky list fared, with 95 % intervals and the number that each share is of. */
export function reportWorkflows(all: JudgedWorkflow[]): Verdict[] {
  heading('Verdicts by workflow: ordinary projects, incidents with at least 20 base runs')
  const rows = all.map((judged) => {
    const projects = [...Map.groupBy(judged.observations, ({ seed }) => seed).values()]
    return { ...judged, fared: projects.map(faredIn) }
  })
  const of = (hits: number, all: number) => `${share(hits, all)} of ${Math.round(all)}`
  table(
    [
      'workflow, projects',
      ...SHARES.map(([heading]) => heading),
      'flaky list: precision',
      'runs with false New or Removed',
    ],
    rows.map(({ workflow, fared, flaky, invented }) => {
      const listed = flaky.filter((one) => one.isListed && one.twist === null)
      return [
        `${workflow}, ${fared.length}`,
        ...SHARES.map(([, name]) => {
          const parts = fared.map((one) => one[name])
          const [hits, all] = totalOf(parts)
          if (all === 0) return of(hits, all)
          const [low, high] = interval(parts)
          return `${share(hits, all)} (${low.toFixed(3)}–${high.toFixed(3)}) of ${Math.round(all)}`
        }),
        of(listed.filter((one) => one.flake).length, listed.length),
        of(invented.filter(({ news, removed }) => news.length + removed.length > 0).length, invented.length),
      ]
    }),
  )
  return rows.map(({ workflow, fared }) =>
    limit(`Regressions excused, ${workflow}`, MOST_EXCUSED, ...totalOf(fared.map(({ excused }) => excused))),
  )
}
