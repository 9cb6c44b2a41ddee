import { plain } from './escape.ts'
import { link } from './links.ts'
import { type Cause, type Failing, firstLineOf, sizeOf } from './outline.ts'
import type { Shown } from './prepare-section.ts'
import { evidenceOf, logLinks } from './render-cause.ts'
import { count, listed } from './words.ts'

/**
 * An infrastructure failure in one paragraph: the number of tests, the error, the other runs that
 * had it, what to do.
 */
export function renderInfrastructureFailure(cause: Cause, shown: Shown): string {
  const { compared } = shown
  const { failures, alike } = cause
  const [first] = failures as [Failing]
  const { tests, errors } = sizeOf(failures)
  const files = new Set(failures.map(({ file }) => file)).size
  const what = listed([
    ...(tests > 0 ? [count(tests, 'test')] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ])
  const error = plain(firstLineOf(first))
  return [
    `${link(what, compared.head.url)} in ${count(files, 'file')} failed${error === '' ? '' : ` with <code>${error}</code>`}${alike.length > 1 ? ' or a similar error' : ''}.`,
    ...(witnesses(first) ?? evidenceOf(cause)),
    'Rerun the job when this is over.',
    ...logLinks(cause, shown),
  ].join(' ')
}

/**
 * The runs of other branches in which the same happened, and when; null if the verdict rests on
 * something else.
 */
function witnesses({ verdict }: Failing): string[] | null {
  const runs = verdict?.evidence.filter(({ what }) => what === 'failed-elsewhere') ?? []
  if (verdict?.basis.rule !== 'witnessed-elsewhere' || runs.length === 0) return null
  const all = verdict.evidenceTotals['failed-elsewhere'] ?? runs.length
  const times = runs
    .map(({ startedAt }) => startedAt)
    .sort()
    .map((startedAt) => startedAt.slice(11, 16))
  const [from, to] = [times[0], times.at(-1)]
  const when = from === to ? `at ${from} UTC` : `between ${from} and ${to} UTC`
  const links = runs.map(({ branch, url }) => link(plain(branch ?? 'a run', 60), url))
  const which = all > runs.length ? `the newest ${runs.length}: ${links.join(', ')}` : links.join(', ')
  return [
    `The same happened in ${count(all, 'run')} of other branches ${when} (${which}), and no other run passed these tests in between.`,
  ]
}
