import type { Operations } from '@svc/api'
import { percentText } from '@svc/protocol'
import { GLUE } from '../terminal/glue.ts'
import { text } from '../terminal/print.ts'
import type { Screen } from '../terminal/screen.ts'
import { hanging, oneLine, wrap } from '../terminal/text.ts'
import { ago } from '../terminal/time.ts'
import { count } from '../terminal/words.ts'
import { titleOf } from './names.ts'

type Flaky = Operations['listFlakyTests']['data'][number]

interface Query {
  project: string
  branch: string | undefined
  days: number
  state: 'flaky' | 'broken'
  hasMore: boolean
}

const LABEL = 8

/** Returns tests with their flakiness rate, its evidence and the time of the newest evidence. */
export const flakyText = (tests: Flaky[], query: Query, screen: Screen): string => {
  const { project, branch, days, state, hasMore } = query
  const of = `${oneLine(project)}${branch ? `, branch ${oneLine(branch)}` : ''}, ${count(days, 'day')}`
  const what =
    state === 'broken' ? 'fail on the default branch until they pass' : 'passed and failed on the same code'
  if (tests.length === 0)
    return text(wrap(`${of}: no test ${state === 'broken' ? 'is broken' : what}.`, screen.cells))
  return text([
    ...wrap(`${of}: ${state === 'broken' ? 'broken tests, which' : 'tests that'} ${what}`, screen.cells).map(
      (line) => screen.paint(line, 'bold'),
    ),
    ...tests.flatMap((test) => ['', ...linesOf(test, state, screen)]),
    ...(hasMore ? ['', 'More tests exist: --limit shows up to 200.'] : []),
  ])
}

const linesOf = (test: Flaky, state: Query['state'], { cells, paint, now }: Screen): string[] => {
  const { flakinessRate, failedRuns, lastEvidence, file } = test
  const { numerator, denominator, interval } = flakinessRate
  const indent = ' '.repeat(LABEL)
  const label = state === 'broken' ? `${failedRuns} x` : percent(flakinessRate.value ?? 0)
  const [first = '', ...rest] = hanging(indent, titleOf(test), cells)
  const last = lastEvidence ? `; last ${ago(lastEvidence.startedAt, now)}` : ''
  const runs =
    state === 'broken'
      ? `failed in ${failedRuns === denominator ? 'all' : failedRuns} of ${count(denominator, 'run')}`
      : `${numerator} of ${count(denominator, 'run')} (${percent(interval.low)} to ${percent(interval.high)})${last}`
  return [
    paint(label.padEnd(LABEL), state === 'broken' ? 'red' : 'yellow') + first.slice(LABEL),
    ...rest,
    ...(file ? hanging(indent, oneLine(file), cells) : []),
    ...hanging(indent, runs, cells),
  ]
}

const percent = (share: number) => percentText(share).replace(' ', GLUE)
