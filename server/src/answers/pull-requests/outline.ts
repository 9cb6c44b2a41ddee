import { isExplained, VERDICT_KINDS, type VerdictKind } from '@svc/protocol'
import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { firstLine } from '../../ground/kernel/first-line.ts'
import { causeOfError, SEARCHED, signOf } from '../../results/results/error-sign.ts'
import { stoppedTests } from './stopped-tests.ts'

export type Compared = z.input<typeof Comparison>
export type Change = Compared['improvements'][number]
export type Verdict = Compared['regressions'][number]['verdict']

/** Why something failed, as far as known: its verdict, or the reason why it has none. */
export type Topic = VerdictKind | 'no-base' | 'differently'

/** In the order of the comment: failures that only the change explains come first. */
export const TOPICS: readonly Topic[] = [
  ...VERDICT_KINDS.filter((kind) => !isExplained(kind)),
  'no-base',
  'differently',
  ...VERDICT_KINDS.filter(isExplained),
]

/** A failure of a test, or outside any test. */
export interface Failing {
  kind: 'broke' | 'new' | 'woken' | 'not-compared' | 'still-failing' | 'error'
  /** Null for a failure outside any test. */
  test: Change | null
  file: string | null
  message: string
  fingerprint: string
  verdict: Verdict | null
  /** Why the base has nothing to compare it with; null if it has. */
  notCompared: Pick<Compared['failuresNotCompared'][number], 'reason' | 'missing'> | null
}

/** Failures with one error; `alike` groups them by the first line of the message, the most common first. */
export interface Cause {
  failures: Failing[]
  alike: Failing[][]
  /** Tests that did not run because of it, each once for all legs. */
  stopped: Change[]
}

/** Failures with the same reason, the largest cause first. */
export interface Section {
  topic: Topic
  failures: Failing[]
  causes: Cause[]
}

const known = new WeakMap<Compared, Section[]>()

/** All failures of a comparison by topic and cause: the headline counts these, and the comment lists them. */
export function outlineOf(compared: Compared): Section[] {
  const made = known.get(compared) ?? makeOutline(compared)
  known.set(compared, made)
  return made
}

function makeOutline(compared: Compared): Section[] {
  const byTopic = new Map<Topic, Failing[]>(TOPICS.map((topic) => [topic, []]))
  for (const failing of failuresOf(compared))
    byTopic.get(topicOf(failing, compared.base !== null))?.push(failing)
  return TOPICS.flatMap((topic) => {
    const failures = byTopic.get(topic) ?? []
    return failures.length === 0 ? [] : [{ topic, failures, causes: causesOf(failures, topic, compared) }]
  })
}

function failuresOf(compared: Compared): Failing[] {
  const { regressions, newTests, failuresNotCompared, stillFailing, errors } = compared
  const of = (kind: Failing['kind'], test: Change, verdict: Verdict | null): Failing => ({
    kind,
    test,
    file: test.file,
    message: test.error?.message ?? '',
    fingerprint: test.error?.fingerprint ?? '',
    verdict,
    notCompared: null,
  })
  const outside = (kind: Failing['kind'], error: Compared['errors']['introduced'][number]): Failing => ({
    ...error,
    kind,
    test: null,
    verdict: null,
    notCompared: null,
  })
  const failing = newTests.filter(({ head }) => head?.status === 'failed')
  const moved = movedFromPassing(compared)
  return [
    ...regressions.map((test) => of('broke', test, test.verdict)),
    ...failing.map((test) => {
      const kind = moved.has(testLegOf(test)) ? 'broke' : 'new'
      return of(test.base === null ? kind : 'woken', test, test.verdict)
    }),
    ...errors.introduced.map((error) => outside('error', error)),
    ...failuresNotCompared.map(({ reason, missing, ...test }) => ({
      ...of('not-compared', test, null),
      notCompared: { reason, missing },
    })),
    ...stillFailing.map((test) => of('still-failing', test, test.verdict)),
    ...errors.persisting.map((error) => outside('still-failing', error)),
  ]
}

/** Tests that only moved to another file, and passed in the former one. */
function movedFromPassing({ removed, renameCandidates }: Compared): ReadonlySet<string> {
  const passed = new Set(removed.filter(({ base }) => base?.status === 'passed').map(testLegOf))
  const moves = renameCandidates.filter(
    ({ from, to }) =>
      from.file !== to.file && from.titles.join('\0') === to.titles.join('\0') && passed.has(testLegOf(from)),
  )
  return new Set(moves.map(({ to }) => testLegOf(to)))
}

const testLegOf = ({ testId, leg }: { testId: string; leg: string }) => `${testId}/${leg}`

function topicOf({ kind, test, verdict }: Failing, hasBase: boolean): Topic {
  if (!hasBase) return 'no-base'
  const own = verdict?.kind ?? 'unknown'
  if (kind !== 'still-failing' || isExplained(own)) return own
  if (test === null) return 'base-is-broken'
  return own === 'unknown' && verdict !== null && !OF_ERRORS.has(verdict.basis.rule)
    ? 'unknown'
    : 'differently'
}

/** Rules that are in doubt because of the base's error. Others doubt whether the base or something else is the cause. */
const OF_ERRORS: ReadonlySet<string> = new Set(['fails-differently-on-base', 'error-not-known'])

function causesOf(failures: Failing[], topic: Topic, compared: Compared): Cause[] {
  const stoppedBy = stoppedTests(compared)
  const groups = Map.groupBy(failures, (failing) => causeOf(failing, topic)).values()
  return [...groups]
    .map((alike) => ({
      failures: alike,
      alike: [...Map.groupBy(alike, firstLineOf).values()].sort((a, b) => b.length - a.length),
      stopped: onceForAllLegs(alike.flatMap((failing) => (failing.test === null ? stoppedBy(failing) : []))),
    }))
    .sort((a, b) => b.failures.length - a.failures.length)
}

const onceForAllLegs = (tests: Change[]): Change[] => [
  ...new Map(tests.map((test) => [test.testId, test])).values(),
]

/**
 * What the failures of one cause share. An outage has one cause, regardless of how each error words it; and so have
 * failures that miss one service, or of which a process died, whatever their place.
 */
export function causeOf({ fingerprint, message }: Failing, topic: Topic): string {
  const error = signOf(fingerprint, message.slice(0, SEARCHED))
  if (topic === 'infrastructure') return error.sign
  return error.address !== null || error.isIll ? causeOfError(error) : fingerprint
}

/** The first meaningful line of an error, unchanged. */
export const firstLineOf = ({ message }: Pick<Failing, 'message'>): string => firstLine(message)

/** The number of tests, each counted once for all legs, and of failures outside any test. */
export function sizeOf(failures: { test: { testId: string } | null }[]): {
  tests: number
  errors: number
  all: number
} {
  const tests = new Set(failures.flatMap(({ test }) => test?.testId ?? [])).size
  const errors = failures.filter(({ test }) => test === null).length
  return { tests, errors, all: tests + errors }
}
