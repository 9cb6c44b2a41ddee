import type { AttemptLine } from '@svc/protocol'
import type { MadeJournal } from './made-journals.ts'

type Status = 'passed' | 'failed' | 'flaky' | 'skipped'
type Told = { status: string; startedAt: string; durationMs: number; runAttempt: number } & Record<
  string,
  unknown
>

/** One result as the API should tell it, in a form that can be compared as text. */
export interface ExpectedResult {
  status: Status
  attempts: Told[]
}

/** What the results of one build's journals must come to, by leg, file and title. */
export function expectResults(journals: MadeJournal[]): Map<string, ExpectedResult> {
  const tries = new Map<string, Map<number, Told[]>>()
  for (const { open, definitions, entries } of journals) {
    const files = new Map(
      definitions.flatMap((line) => (line[0] === 'group' ? [[line[1], line[2].file] as const] : [])),
    )
    for (const entry of entries) {
      if (entry[0] !== 'attempt') continue
      const key = `${open.part.leg} ${files.get(entry[1])} ${entry[2]}`
      const runs = tries.get(key) ?? new Map<number, Told[]>()
      tries.set(key, runs)
      runs.set(open.runAttempt, [...(runs.get(open.runAttempt) ?? []), told(open, entry)])
    }
  }
  return new Map([...tries].map(([key, runs]) => [key, resultOf(runs)]))
}

const told = (open: MadeJournal['open'], [, , , status, startMs, durationMs, detail]: AttemptLine): Told => ({
  status,
  startedAt: new Date(open.startedAt + startMs).toISOString(),
  durationMs,
  runAttempt: open.runAttempt,
  ...detail,
})

/** The newest run attempt that ran it decides; what failed in an older one and passed now is flaky. */
function resultOf(runs: Map<number, Told[]>): ExpectedResult {
  const inOrder = [...runs].sort(([a], [b]) => a - b).map(([, attempts]) => attempts)
  const statuses = inOrder.map(statusOf)
  const ran = statuses.findLastIndex((status) => status !== 'skipped')
  const newest = statuses[ran] ?? 'skipped'
  const failedBefore = statuses
    .slice(0, Math.max(ran, 0))
    .some((status) => status === 'failed' || status === 'flaky')
  return { status: newest === 'passed' && failedBefore ? 'flaky' : newest, attempts: inOrder.flat() }
}

const WORST_FIRST = ['failed', 'flaky', 'passed', 'skipped'] as const

function statusOf(attempts: Told[]): Status {
  const repeats = Map.groupBy(attempts, (attempt) => attempt.repeat ?? 0)
  const statuses = [...repeats.values()].map((tried): Status => {
    const last = tried.at(-1)?.status
    if (last === 'skipped') return 'skipped'
    if (last !== 'passed') return 'failed'
    return tried.some(({ status }) => status === 'failed' || status === 'timedOut') ? 'flaky' : 'passed'
  })
  return WORST_FIRST.find((status) => statuses.includes(status)) as Status
}
