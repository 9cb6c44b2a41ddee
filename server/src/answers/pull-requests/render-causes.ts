import { plainMarkdown, verdictOf } from '@svc/protocol'
import { link } from './links.ts'
import { type Cause, type Failing, firstLineOf, type Section, sizeOf, type Topic } from './outline.ts'
import { type Detail, MOST_CAUSES, MOST_NAMED, type Shown } from './prepare-section.ts'
import {
  evidenceOf,
  logLinks,
  NOT_SHARED,
  ownersOf,
  renderCause,
  runLinksOf,
  type Shared,
} from './render-cause.ts'
import { count, inFiles, listed } from './words.ts'

/** The title of a section. */
export function titleOf(topic: Topic): string {
  if (topic === 'no-base') return 'Failures'
  return topic === 'differently'
    ? 'Fails on the base too, possibly with another error'
    : verdictOf(topic).title
}

/** The `most` largest causes of a section in sequence; the others folded, with their counts. */
export function renderCauses(
  { topic, causes }: Section,
  shown: Shown,
  detail: Detail,
  { most = MOST_CAUSES, isBrief = false } = {},
): string[] {
  const open = causes.slice(0, most)
  const folded = others(causes.slice(most), detail)
  if (topic === 'infrastructure')
    return [...open.map((cause) => renderInfrastructureFailure(cause, shown)), ...folded]
  const names = Math.max(MOST_NAMED, Math.floor(detail.mostListed / open.length))
  const shared = open.length > 1 ? sharedBy(open, shown) : NOT_SHARED
  return [
    ...shownAbove(shared),
    ...open.flatMap((cause) =>
      renderCause(cause, topic, shown, { detail: { ...detail, mostListed: names }, isBrief, shared }),
    ),
    ...folded,
  ]
}

/** The facts that hold for all causes: they appear once, above them. */
function sharedBy(causes: Section['causes'], shown: Shown): Shared {
  const same = <T>(of: (cause: Section['causes'][number]) => T): T | null => {
    const [first, ...rest] = causes.map(of) as [T, ...T[]]
    return rest.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null
  }
  const whole = same((cause) => evidenceOf(cause, { ofEach: true }))
  return {
    evidence: whole ?? same((cause) => evidenceOf(cause, { ofEach: true, hasReach: false })),
    hasReach: whole !== null,
    links: same(runLinksOf),
    owners: same((cause) => ownersOf(cause, shown)),
  }
}

/** The evidence as sentences, followed by links and owners. */
function shownAbove({ evidence, links, owners }: Shared): string[] {
  const where = [...(links ?? []), owners ?? ''].filter(Boolean).join(' · ')
  const line = [...(evidence ?? []), where].filter(Boolean).join(' ')
  return line === '' ? [] : [line]
}

function others(causes: Section['causes'], { mostListed }: Detail): string[] {
  if (causes.length === 0) return []
  const all = causes.flatMap(({ failures }) => failures)
  const lines = causes.slice(0, mostListed).map(({ failures }) => {
    const [first] = failures
    const message = first === undefined ? '' : plainMarkdown(firstLineOf(first))
    return `- ${count(sizeOf(failures).all, 'failure')} — ${message || 'no message'}`
  })
  const more = causes.length - lines.length
  if (more > 0) lines.push(`- … and ${count(more, 'more cause')}`)
  const summary = `<summary>${count(causes.length, 'other cause')} of ${count(sizeOf(all).all, 'failure')}</summary>`
  return [`<details>${summary}\n\n${lines.join('\n')}\n\n</details>`]
}

/**
 * An infrastructure failure in one paragraph: the number of tests, the error, the other runs that
 * had it, what to do.
 */
function renderInfrastructureFailure(cause: Cause, shown: Shown): string {
  const { compared } = shown
  const { failures, alike } = cause
  const [first] = failures as [Failing]
  const { tests, errors } = sizeOf(failures)
  const what = listed([
    ...(tests > 0 ? [count(tests, 'test')] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ])
  const error = plainMarkdown(firstLineOf(first))
  return [
    `${link(what, compared.head.url)}${inFiles(failures)} failed${error === '' ? '' : ` with <code>${error}</code>`}${alike.length > 1 ? ' or a similar error' : ''}.`,
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
  const links = runs.map(({ branch, url }) => link(plainMarkdown(branch ?? 'a run', 60), url))
  const which = all > runs.length ? `the newest ${runs.length}: ${links.join(', ')}` : links.join(', ')
  return [
    `The same happened in ${count(all, 'run')} of other branches ${when} (${which}), and no other run passed these tests in between.`,
  ]
}
