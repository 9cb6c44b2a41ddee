import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { plain } from './escape.ts'
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

/** Answers "is it me?" before anything else. */
export function headline(compared: Compared): string {
  const { head, base, provisional } = compared
  const answer = base === null ? withoutBase(compared) : withBase(compared)
  return `${answer} · ${plain(head.project)} / ${plain(head.suite)}${provisional ? ' · still running' : ''}`
}

function withoutBase({ head }: Compared): string {
  const failures = head.counts.failed + head.counts.errors
  if (failures > 0) return `❌ ${count(failures, 'failure')}, nothing to compare with yet`
  if (head.state === 'failed') return '⚠️ The run failed, though no test did'
  if (head.state === 'incomplete' || head.state === 'cancelled') return `⚠️ The run is ${head.state}`
  return '✅ All passed, nothing to compare with yet'
}

function withBase({
  head,
  regressions,
  newTests,
  stillFailing,
  failuresNotCompared,
  errors,
}: Compared): string {
  const ofKind = (kind: Kind) => regressions.filter(({ verdict }) => verdict.kind === kind).length
  const mine = ofKind('mine')
  if (mine > 0) return `❌ It is this change: ${count(mine, 'test')} broke`
  if (errors.introduced.length > 0)
    return `❌ ${count(errors.introduced.length, 'failure')} outside tests that the base does not have`
  const failing = newTests.filter((test) => test.head?.status === 'failed')
  const isOpen = ({ verdict }: Pick<(typeof failing)[number], 'verdict'>) =>
    verdict === null || IS_OPEN[verdict.kind]
  if (failing.some(isOpen))
    return `❌ ${count(failing.length, 'failure')} of tests that are new or were skipped before`
  const unsure = ofKind('unknown')
  const most = mostOf(head.counts)
  if (unsure > 0) return `⚠️ ${most ?? `${count(unsure, 'test')} broke`}, perhaps by this change`
  if (failuresNotCompared.length > 0)
    return `⚠️ ${count(failuresNotCompared.length, 'failure')} where the base did not run`
  if (head.state === 'incomplete' || head.state === 'cancelled') return `⚠️ The run is ${head.state}`
  const other = stillFailing.filter(isOpen)
  if (other.length > 0) return `⚠️ ${count(other.length, 'failure')}, perhaps in another way than on the base`
  const explained = regressions.length + failing.length
  if (most !== null) {
    const kinds = new Set(
      [...regressions, ...failing, ...stillFailing].flatMap((test) => test.verdict?.kind ?? []),
    )
    const [kind] = kinds
    return `⚠️ ${most}: ${kind !== undefined && kinds.size === 1 ? WHAT[kind] : 'for several reasons'}`
  }
  if (explained > 0) return `✅ Not this change: ${count(explained, 'failure')} explained otherwise`
  if (stillFailing.length > 0 || errors.persisting.length > 0)
    return '✅ Not this change: what fails, fails on the base too'
  return head.state === 'failed' ? '⚠️ The run failed, though no test did' : '✅ Nothing broke'
}

/** What befell a run that mostly failed. */
const WHAT: Record<Kind, string> = {
  mine: 'it is this change',
  unknown: 'perhaps by this change',
  infrastructure: 'infrastructure',
  'base-is-broken': 'they fail on the base too',
  'known-flake': 'known flakes',
}

/** Says that most tests of a run failed, or null where they did not: that is no good news, whatever explains it. */
function mostOf({ passed, failed, flaky }: Compared['head']['counts']): string | null {
  const ran = passed + failed + flaky
  return failed * 2 > ran ? `${failed} of ${count(ran, 'test')} failed` : null
}
