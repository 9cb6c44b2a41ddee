import { plain } from './escape.ts'
import { firstLineOf, type Section, sizeOf, type Topic } from './outline.ts'
import { MOST_CAUSES, MOST_NAMED, type Shown } from './prepare-section.ts'
import { evidenceOf, renderCause } from './render-cause.ts'
import type { Detail } from './render-section.ts'
import { count } from './words.ts'

export const TITLES: Record<Topic, string> = {
  mine: 'Caused by this change',
  perhaps: 'Perhaps caused by this change',
  'no-base': 'Failures',
  differently: 'Fails on the base too, perhaps in another way',
  infrastructure: 'Infrastructure',
  'base-is-broken': 'Fails on the base too',
  'known-flake': 'Known flakes',
}

/** The `most` largest causes of a section one after the other; the others folded, with their counts. */
export function renderCauses(
  { topic, causes }: Section,
  shown: Shown,
  detail: Detail,
  most = MOST_CAUSES,
): string[] {
  const open = causes.slice(0, most)
  const names = Math.max(MOST_NAMED, Math.floor(detail.mostListed / open.length))
  const evidence = open.map(evidenceOf)
  // What holds for all causes alike is told once, above them.
  const isShared = open.length > 1 && evidence.every((told) => told.join() === evidence[0]?.join())
  return [
    ...(isShared ? (evidence[0] ?? []) : []),
    ...open.flatMap((cause, i) =>
      renderCause(cause, topic, shown, {
        detail: { ...detail, mostListed: names },
        evidence: isShared ? [] : (evidence[i] ?? []),
      }),
    ),
    ...others(causes.slice(most), detail),
  ]
}

function others(causes: Section['causes'], { mostListed }: Detail): string[] {
  if (causes.length === 0) return []
  const all = causes.flatMap(({ failures }) => failures)
  const lines = causes.slice(0, mostListed).map(({ failures }) => {
    const [first] = failures
    const message = first === undefined ? '' : plain(firstLineOf(first))
    return `- ${count(sizeOf(failures).all, 'failure')} — ${message || 'no message'}`
  })
  const more = causes.length - lines.length
  if (more > 0) lines.push(`- … and ${count(more, 'more cause')}`)
  const summary = `<summary>${count(causes.length, 'other cause')} of ${count(sizeOf(all).all, 'failure')}</summary>`
  return [`<details>${summary}\n\n${lines.join('\n')}\n\n</details>`]
}
