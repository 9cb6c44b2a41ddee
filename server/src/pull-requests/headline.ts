import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { oneLine, plain } from './escape.ts'
import { count } from './words.ts'

type Compared = z.input<typeof Comparison>
type Kind = Compared['regressions'][number]['verdict']['kind']

/** Whether a verdict leaves it open that the change is to blame. */
const IS_OPEN: Record<Kind, boolean> = {
  mine: true,
  unknown: true,
  infrastructure: false,
  'base-is-broken': false,
  'known-flake': false,
}

/** Whether the change is to blame, in one word; what each means is said in the operation `getReport`. */
export type Answer = 'passed' | 'mine' | 'not-mine' | 'unknown' | 'incomplete' | 'no-base-failed'

/** Answers "is it me?" before anything else, as Markdown. */
export const headline = (compared: Compared): string => headlineIn(compared, plain)

/** The same as text in one line that is not read as anything. */
export const plainHeadline = (compared: Compared): string => headlineIn(compared, oneLine)

function headlineIn(compared: Compared, written: (name: string) => string): string {
  const { head, provisional } = compared
  const { words } = answerOf(compared)
  return `${words} · ${written(head.project)} / ${written(head.suite)}${provisional ? ' · still running' : ''}`
}

/** The answer and its words: whoever needs one of them takes it from here, so that they never differ. */
export const answerOf = (compared: Compared): { answer: Answer; words: string } =>
  compared.base === null ? withoutBase(compared) : withBase(compared)

const say = (answer: Answer, words: string) => ({ answer, words })

function withoutBase({ head }: Compared) {
  const failures = head.counts.failed + head.counts.errors
  if (failures > 0)
    return say('no-base-failed', `❌ ${count(failures, 'failure')}, nothing to compare with yet`)
  if (head.state === 'failed') return say('no-base-failed', '⚠️ The run failed, though no test did')
  if (head.state === 'incomplete' || head.state === 'cancelled')
    return say('incomplete', `⚠️ The run is ${head.state}`)
  return say('passed', '✅ All passed, nothing to compare with yet')
}

function withBase(compared: Compared) {
  const { head, regressions, newTests, stillFailing, errors } = compared
  const failing = newTests.filter((test) => test.head?.status === 'failed')
  const mine = partsOf(regressions, failing, isMine)
  const most = mostOf(head.counts)
  const unknown = unknownParts(compared, failing, mine.length === 0 ? most : null)
  if (mine.length > 0) {
    const rest = unknown.length > 0 ? `; perhaps also: ${listed(unknown)}` : ''
    return say('mine', `❌ It is this change: ${listed(mine)}${rest}`)
  }
  if (unknown.length > 0) {
    // What nobody has seen before is hardly chance.
    const isNew = errors.introduced.length > 0 || failing.some(isUnknown)
    return say('unknown', `${isNew ? '❌' : '⚠️'} Perhaps this change: ${listed(unknown)}`)
  }
  if (head.state === 'incomplete' || head.state === 'cancelled')
    return say('incomplete', `⚠️ The run is ${head.state}`)
  const other = stillFailing.filter(isOpen)
  if (other.length > 0)
    return say('unknown', `⚠️ ${count(other.length, 'failure')}, perhaps in another way than on the base`)
  const explained = regressions.length + failing.length
  if (most !== null) {
    const kinds = new Set(
      [...regressions, ...failing, ...stillFailing].flatMap((test) => test.verdict?.kind ?? []),
    )
    const [kind] = kinds
    const why = kind !== undefined && kinds.size === 1 ? WHAT[kind] : 'for several reasons'
    return say('not-mine', `⚠️ ${most}: ${why}`)
  }
  if (explained > 0)
    return say('not-mine', `✅ Not this change: ${count(explained, 'failure')} explained otherwise`)
  if (stillFailing.length > 0 || errors.persisting.length > 0)
    return say('not-mine', '✅ Not this change: what fails, fails on the base too')
  return head.state === 'failed'
    ? say('unknown', '⚠️ The run failed, though no test did')
    : say('passed', '✅ Nothing broke')
}

/** All that may be the change and is not certain to be; where that is most of the run and nothing else is, that says it. */
function unknownParts(
  { head, regressions, failuresNotCompared, errors }: Compared,
  failing: Failing[],
  most: string | null,
) {
  const elsewhere = failuresNotCompared.length
  const outside = errors.introduced.length
  const others = [
    ...(outside > 0 ? [`${count(outside, 'failure')} outside tests that the base does not have`] : []),
    ...(elsewhere > 0 ? [`${count(elsewhere, 'failure')} where the base did not run`] : []),
  ]
  const parts = partsOf(regressions, failing, isUnknown)
  const broke = regressions.filter(isUnknown).length
  const isMost =
    most !== null && others.length === 0 && isMostOf(head.counts, broke) && !failing.some(isUnknown)
  return isMost ? [most] : [...parts, ...others]
}

/** Tests that broke, and failing ones that are new or ran for the first time, of those that are meant. */
function partsOf(regressions: Judged[], failing: Failing[], isMeant: (test: Judged) => boolean): string[] {
  const broke = regressions.filter(isMeant).length
  const meant = failing.filter(isMeant)
  const fresh = meant.filter(({ base }) => base === null).length
  const woken = meant.length - fresh
  return [
    ...(broke > 0 ? [`${count(broke, 'test')} broke`] : []),
    ...(fresh > 0 ? [`${count(fresh, 'new test')} ${fresh === 1 ? 'fails' : 'fail'}`] : []),
    ...(woken > 0
      ? [`${count(woken, 'test')} ${woken === 1 ? 'fails that was' : 'fail that were'} skipped before`]
      : []),
  ]
}

const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** A failure that was judged, or could not be. */
interface Judged {
  verdict: Compared['newTests'][number]['verdict']
}

type Failing = Compared['newTests'][number]

const isUnknown = (test: Judged) => isOpen(test) && !isMine(test)
const isMine = ({ verdict }: Judged) => verdict?.kind === 'mine'
const isOpen = ({ verdict }: Judged) => verdict === null || IS_OPEN[verdict.kind]

/** What befell a run that mostly failed. */
const WHAT: Record<Kind, string> = {
  mine: 'it is this change',
  unknown: 'perhaps by this change',
  infrastructure: 'infrastructure',
  'base-is-broken': 'they fail on the base too',
  'known-flake': 'known flakes',
}

/** Says that most tests of a run failed, or null where they did not: that is no good news, whatever explains it. */
function mostOf(counts: Counts): string | null {
  const { failed } = counts
  return isMostOf(counts, failed) ? `${failed} of ${count(ranOf(counts), 'test')} failed` : null
}

type Counts = Compared['head']['counts']

const ranOf = ({ passed, failed, flaky }: Counts) => passed + failed + flaky
const isMostOf = (counts: Counts, failed: number) => failed * 2 > ranOf(counts)
