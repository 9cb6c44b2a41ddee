import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { plain } from './escape.ts'
import { count } from './words.ts'

type Compared = z.input<typeof Comparison>

/** Whether a verdict leaves it open that the change is to blame. */
const IS_OPEN: Record<Compared['regressions'][number]['verdict']['kind'], boolean> = {
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
  const ofKind = (kind: (typeof regressions)[number]['verdict']['kind']) =>
    regressions.filter(({ verdict }) => verdict.kind === kind).length
  const mine = ofKind('mine')
  if (mine > 0) return `❌ It is this change: ${count(mine, 'test')} broke`
  if (errors.introduced.length > 0)
    return `❌ ${count(errors.introduced.length, 'failure')} outside tests that the base does not have`
  const failing = newTests.filter((test) => test.head?.status === 'failed')
  const isOpen = ({ verdict }: (typeof failing)[number]) => verdict === null || IS_OPEN[verdict.kind]
  if (failing.some(isOpen))
    return `❌ ${count(failing.length, 'failure')} of tests that are new or were skipped before`
  const unsure = ofKind('unknown')
  if (unsure > 0) return `⚠️ ${count(unsure, 'test')} broke, perhaps by this change`
  if (failuresNotCompared.length > 0)
    return `⚠️ ${count(failuresNotCompared.length, 'failure')} where the base did not run`
  if (head.state === 'incomplete' || head.state === 'cancelled') return `⚠️ The run is ${head.state}`
  const explained = regressions.length + failing.length
  if (explained > 0) return `✅ Not this change: ${count(explained, 'failure')} explained otherwise`
  if (stillFailing.length > 0 || errors.persisting.length > 0)
    return '✅ Not this change: what fails, fails on the base too'
  return head.state === 'failed' ? '⚠️ The run failed, though no test did' : '✅ Nothing broke'
}
