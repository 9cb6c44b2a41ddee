import { isExplained, VERDICTS } from '@svc/protocol'
import type { ReactNode } from 'react'
import type { FailureFilter, Topic } from '../../data/execution-failures.ts'
import {
  type Comparison,
  type Execution,
  type JudgedBy,
  keyOf,
  type Result,
  type Verdict,
} from '../../data/queries.ts'
import { runsBehind } from '../../data/runs-behind.ts'
import type { Mark } from '../../parts/mark.ts'

/** One failure of the list: a test on a leg, or an error outside any test. */
export interface Failure {
  /** `<test id>~<leg>`, or `error~<number>`. */
  key: string
  testId: string | null
  file: string | null
  titles: string[]
  variant: string
  leg: string
  status: 'failed' | 'flaky'
  message: string
  fingerprint: string
  verdict: Verdict | null
  /** The runs behind the verdict, oldest first. */
  runs: Mark[]
  owners: string[]
  note: 'new' | 'was skipped' | 'not compared' | null
  /** Its attempts, if the first view has loaded them. */
  result: Result | null
}

/** Failures with the same reason, in the comment's order; those with the same error are a cause. */
export interface Section {
  id: Topic
  title: string
  causes: Failure[][]
  /** The number of its failures that are not loaded, by the server's count. */
  more: number
}

/** What a list shows, and what reads more of a section. */
export interface Listed {
  sections: Section[]
  moreOf?: (topic: Topic, n: number) => ReactNode
}

type Change = Comparison['improvements'][number] & { verdict?: JudgedBy | null; owners?: string[] }

/** The order of the pull request's comment: caused by the change, unknown, explained otherwise. */
const SECTIONS: { id: Section['id']; title: string }[] = [
  ...VERDICTS.filter(({ kind }) => !isExplained(kind)).map(({ kind, title }) => ({ id: kind, title })),
  { id: 'no-base', title: 'Failed, without a base to compare with' },
  { id: 'differently', title: 'Fails on the base too, possibly with another error' },
  ...VERDICTS.filter(({ kind }) => isExplained(kind)).map(({ kind, title }) => ({ id: kind, title })),
  { id: 'flaky', title: 'Flaky: passed on a retry' },
]

/** Rules that doubt the base's error, as in the comment. */
const OF_ERRORS: ReadonlySet<string> = new Set(['fails-differently-on-base', 'error-not-known'])

/** The failures of an execution, the most urgent first; without a comparison, in one section. */
export function failuresOf(execution: Execution, comparison: Comparison | null): Section[] {
  const results = new Map(execution.results.map((result) => [keyOf(result), result]))
  const failures = comparison ? judged(comparison, results) : unjudged(execution)
  const flaky = execution.results.filter((result) => result.status === 'flaky')
  const found = Map.groupBy(
    [...failures, ...flaky.map((result): [Section['id'], Failure] => ['flaky', ofResult(result)])],
    ([id]) => id,
  )
  const totals = totalsOf(execution, comparison)
  return SECTIONS.flatMap(({ id, title }) => {
    const failures = found.get(id)?.map(([, failure]) => failure) ?? []
    const more = Math.max(0, (totals.get(id) ?? 0) - failures.length)
    return failures.length + more > 0 ? [{ id, title, causes: causesOf(failures), more }] : []
  })
}

/** The failures of each section by the server's count; it has none that retention removed. */
function totalsOf(
  { counts, resultsRemovedAt }: Execution,
  comparison: Comparison | null,
): Map<Topic, number> {
  if (resultsRemovedAt !== null) return new Map()
  const judged: [Topic, number][] = comparison
    ? comparison.sections.map(({ topic, total }) => [topic, total])
    : [['no-base', counts.failed + counts.errors]]
  return new Map([...judged, ['flaky', counts.flaky]])
}

/** True if some failures are not loaded, so that only the server can search all of them. */
export const isPartial = (sections: Section[]): boolean => sections.some(({ more }) => more > 0)

/** The failure with this key, if it is loaded. */
export const failureIn = (sections: Section[], key: string): Failure | undefined =>
  sections.flatMap(({ causes }) => causes.flat()).find((failure) => failure.key === key)

/** False if it passed or did not run, so that it has no failure to act on. */
export const hasFailed = ({ status }: Pick<Result, 'status'>): boolean =>
  status === 'failed' || status === 'flaky'

/** A result as the list shows it, without a verdict. */
function ofResult(result: Result): Failure {
  const error = result.attempts.findLast(({ errors }) => errors && errors.length > 0)?.errors?.[0]
  return {
    ...refOf(result),
    key: keyOf(result),
    status: result.status === 'flaky' ? 'flaky' : 'failed',
    message: error?.message ?? '',
    fingerprint: '',
    verdict: null,
    runs: [],
    owners: [],
    note: null,
    result,
  }
}

function* judged(comparison: Comparison, results: Map<string, Result>): Generator<[Section['id'], Failure]> {
  const hasBase = comparison.base !== null
  const of = (change: Change, note: Failure['note'] = null): Failure => ({
    ...refOf(change),
    key: keyOf(change),
    status: 'failed',
    message: change.error?.message ?? '',
    fingerprint: change.error?.fingerprint ?? '',
    verdict: change.verdict ?? null,
    runs: runsBehind(comparison, change.verdict),
    owners: change.owners ?? [],
    note,
    result: results.get(keyOf(change)) ?? null,
  })
  const topic = (failure: Failure): Section['id'] =>
    hasBase ? (failure.verdict?.kind ?? 'unknown') : 'no-base'
  const isNewFailure = ({ head }: Change) => head?.status === 'failed'
  const fresh = comparison.newTests
    .filter(isNewFailure)
    .map((change) => of(change, change.base === null ? 'new' : 'was skipped'))
  const compared = comparison.regressions.map((change) => of(change))
  const uncompared = comparison.failuresNotCompared.map((change) =>
    of(change, hasBase ? 'not compared' : null),
  )
  for (const failure of [...compared, ...fresh, ...uncompared]) yield [topic(failure), failure]
  for (const error of comparison.errors.introduced) yield [hasBase ? 'unknown' : 'no-base', outside(error)]
  for (const failure of comparison.stillFailing.map((change) => of(change))) {
    const kind = failure.verdict?.kind ?? 'unknown'
    const rule = failure.verdict?.basis.rule ?? ''
    const isOfError = kind === 'mine' || OF_ERRORS.has(rule) || !failure.verdict
    yield [isExplained(kind) || !isOfError ? kind : 'differently', failure]
  }
  for (const error of comparison.errors.persisting) yield ['base-is-broken', outside(error)]
}

function* unjudged({ results, errors }: Execution): Generator<[Section['id'], Failure]> {
  for (const result of results) if (result.status === 'failed') yield ['no-base', ofResult(result)]
  for (const { file, fingerprint, failure, superseded } of errors)
    if (!superseded) yield ['no-base', outside({ file, fingerprint, message: failure.message })]
}

export const refOf = ({
  testId,
  file,
  titles,
  variant,
  leg,
}: Pick<Result, 'testId' | 'file' | 'titles' | 'variant' | 'leg'>) => ({
  testId,
  file,
  titles,
  variant,
  leg,
})

export const outside = (error: { file: string | null; fingerprint: string; message: string }): Failure => ({
  key: `error~${error.fingerprint}~${error.file ?? ''}`,
  testId: null,
  file: error.file,
  titles: [error.file === null ? 'Outside any test' : 'The file did not load'],
  variant: '',
  leg: '',
  status: 'failed',
  message: error.message,
  fingerprint: error.fingerprint,
  verdict: null,
  runs: [],
  owners: [],
  note: null,
  result: null,
})

/** Groups failures with the same error, the largest group first; equal sizes keep their order. */
export function causesOf(failures: Failure[]): Failure[][] {
  const alike = Map.groupBy(failures, ({ fingerprint, key }) => fingerprint || key)
  return [...alike.values()].sort((a, b) => b.length - a.length)
}

/** Whether a failure fits the page's filters, as the server decides it for those that are not loaded. */
function fits(
  { titles, file, variant, owners, message, leg }: Failure,
  { q, owner, leg: wantedLeg }: FailureFilter,
): boolean {
  if (owner !== undefined && !owners.includes(owner)) return false
  if (wantedLeg !== undefined && leg !== wantedLeg) return false
  if (q === undefined) return true
  const text = `${titles.join(' › ')} ${file ?? ''} ${variant} ${owners.join(' ')} ${message}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => word === '>' || text.includes(word))
}

/** The loaded failures that fit the page's filters. */
export function filtered(sections: Section[], filter: FailureFilter): Section[] {
  if (filter.q === undefined && filter.owner === undefined && filter.leg === undefined) return sections
  return sections.flatMap((section) => {
    const causes = section.causes
      .map((cause) => cause.filter((failure) => fits(failure, filter)))
      .filter((cause) => cause.length > 0)
    return causes.length > 0 ? [{ ...section, causes, more: 0 }] : []
  })
}
