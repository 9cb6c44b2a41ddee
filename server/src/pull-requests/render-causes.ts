import { verdictOf } from '@svc/protocol'
import { plain } from './escape.ts'
import { firstLineOf, type Section, sizeOf, type Topic } from './outline.ts'
import { MOST_CAUSES, MOST_NAMED, type Shown } from './prepare-section.ts'
import { evidenceOf, NOT_SHARED, ownersOf, renderCause, runLinksOf, type Shared } from './render-cause.ts'
import { renderInfrastructureFailure } from './render-infrastructure-failure.ts'
import type { Detail } from './render-section.ts'
import { count } from './words.ts'

/** The title of a section. */
export function titleOf(topic: Topic): string {
  if (topic === 'no-base') return 'Failures'
  return topic === 'differently'
    ? 'Fails on the base too, possibly with another error'
    : verdictOf(topic).title
}

/** The `most` largest causes of a section in sequence; the others folded, with their counts. */
export function renderCauses(
  section: Section,
  shown: Shown,
  detail: Detail,
  { most = MOST_CAUSES, isBrief = false } = {},
): string[] {
  const { topic, causes } = section
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
  return {
    evidence: same((cause) => evidenceOf(cause, { ofEach: true })),
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
    const message = first === undefined ? '' : plain(firstLineOf(first))
    return `- ${count(sizeOf(failures).all, 'failure')} — ${message || 'no message'}`
  })
  const more = causes.length - lines.length
  if (more > 0) lines.push(`- … and ${count(more, 'more cause')}`)
  const summary = `<summary>${count(causes.length, 'other cause')} of ${count(sizeOf(all).all, 'failure')}</summary>`
  return [`<details>${summary}\n\n${lines.join('\n')}\n\n</details>`]
}
