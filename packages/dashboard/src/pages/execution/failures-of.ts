import { isExplained, VERDICTS, type VerdictKind } from '@svc/protocol'
import type { Comparison, Execution, Result, Verdict } from '../../data/queries.ts'
import type { ExecutionSearch } from './search.ts'

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
  owners: string[]
  note: 'new' | 'was skipped' | 'not compared' | null
  /** Its attempts, if the first view has loaded them. */
  result: Result | null
}

/** Failures with the same reason, in the comment's order; those with the same error are a cause. */
export interface Section {
  id: VerdictKind | 'no-base' | 'differently' | 'flaky'
  title: string
  causes: Failure[][]
  /** The number of failures that this page does not list, because there are more than it loads. */
  more: number
}

type Change = Comparison['improvements'][number] & { verdict?: Verdict | null; owners?: string[] }

/** The order of the pull request's comment: caused by the change, unknown, explained otherwise. */
const SECTIONS: { id: Section['id']; title: string }[] = [
  ...VERDICTS.filter(({ kind }) => !isExplained(kind)).map(({ kind, title }) => ({ id: kind, title })),
  { id: 'no-base', title: 'Failed, without a base to compare with' },
  { id: 'differently', title: 'Fails on the base too, possibly with another error' },
  ...VERDICTS.filter(({ kind }) => isExplained(kind)).map(({ kind, title }) => ({ id: kind, title })),
  { id: 'flaky', title: 'Flaky: passed on a retry' },
]

/** The failures of an execution, the most urgent first; without a comparison, in one section. */
export function failuresOf(execution: Execution, comparison: Comparison | null): Section[] {
  const results = new Map(execution.results.map((result) => [keyOf(result), result]))
  const found = new Map<Section['id'], Failure[]>()
  const add = (id: Section['id'], failure: Failure) => found.set(id, [...(found.get(id) ?? []), failure])
  for (const [id, failure] of comparison ? judged(comparison, results) : unjudged(execution)) add(id, failure)
  for (const result of execution.results) if (result.status === 'flaky') add('flaky', ofResult(result))
  const listed = [...found.values()].reduce((sum, some) => sum + some.length, 0)
  const all = execution.counts.failed + execution.counts.flaky + execution.counts.errors
  const sections = SECTIONS.flatMap(({ id, title }) => {
    const failures = found.get(id)
    return failures ? [{ id, title, causes: causesOf(failures), more: 0 }] : []
  })
  const last = sections.at(-1)
  if (last && all > listed) last.more = all - listed
  return sections
}

export const keyOf = ({ testId, leg }: { testId: string; leg: string }): string => `${testId}~${leg}`

/** A result as the list shows it, without a verdict. */
export function ofResult(result: Result): Failure {
  const error = result.attempts.findLast(({ errors }) => errors && errors.length > 0)?.errors?.[0]
  return {
    ...refOf(result),
    key: keyOf(result),
    status: result.status === 'flaky' ? 'flaky' : 'failed',
    message: error?.message ?? '',
    fingerprint: '',
    verdict: null,
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
    yield [isExplained(kind) ? kind : 'differently', failure]
  }
  for (const error of comparison.errors.persisting) yield ['base-is-broken', outside(error)]
}

function* unjudged({ results, errors }: Execution): Generator<[Section['id'], Failure]> {
  for (const result of results) if (result.status === 'failed') yield ['no-base', ofResult(result)]
  for (const { file, fingerprint, failure, superseded } of errors)
    if (!superseded) yield ['no-base', outside({ file, fingerprint, message: failure.message })]
}

const refOf = ({
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

const outside = (error: { file: string | null; fingerprint: string; message: string }): Failure => ({
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
  owners: [],
  note: null,
  result: null,
})

/** Groups failures with the same error, the largest group first; equal sizes keep their order. */
function causesOf(failures: Failure[]): Failure[][] {
  const alike = Map.groupBy(failures, ({ fingerprint, key }) => fingerprint || key)
  return [...alike.values()].sort((a, b) => b.length - a.length)
}

/** Whether a failure fits the page's filters. */
export function fits(
  { titles, file, owners, message, leg }: Pick<Failure, 'titles' | 'file' | 'owners' | 'message' | 'leg'>,
  { q, owner, leg: wantedLeg }: Pick<ExecutionSearch, 'q' | 'owner' | 'leg'>,
): boolean {
  if (owner !== undefined && !owners.includes(owner)) return false
  if (wantedLeg !== undefined && leg !== wantedLeg) return false
  if (q === undefined) return true
  const text = `${titles.join(' › ')} ${file ?? ''} ${owners.join(' ')} ${message}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
