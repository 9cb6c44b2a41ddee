import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { firstLine, nameOf } from './name.ts'

type Compared = z.input<typeof Comparison>
type Failing = Compared['failuresNotCompared'][number]

/**
 * Where to begin when several tests fail and it may be the change: the error that most of them share, and the first
 * test that has it. Nothing where one look at the list says the same.
 */
export function lookFirst(compared: Compared): string[] {
  const open = openFailures(compared)
  if (open.length < 2) return []
  const byError = new Map<string, Failing[]>()
  for (const failure of open) {
    const error = failure.error?.fingerprint ?? ''
    byError.set(error, [...(byError.get(error) ?? []), failure])
  }
  // Of equally many the first: lists come with the worst on top.
  const [most = []] = [...byError.values()].sort((a, b) => b.length - a.length)
  const [first] = most
  if (!first?.error) return []
  const share = most.length === open.length ? `all ${most.length}` : `${most.length} of ${open.length}`
  const shared = most.length > 1 ? ` (${share} failures have this error)` : ''
  return [`**Look first at** ${nameOf(first)} — ${firstLine(first.error.message)}${shared}`]
}

/** What failed and may be the change; where nothing could be compared, all that failed. */
function openFailures({ regressions, newTests, failuresNotCompared }: Compared): Failing[] {
  const ofKind = (kind: string) =>
    [...regressions, ...newTests].filter(({ verdict }) => verdict?.kind === kind)
  return [...ofKind('mine'), ...ofKind('unknown'), ...failuresNotCompared]
}
