import { isExplained, plainMarkdown } from '@svc/protocol'
import { headline } from './headline.ts'
import { link } from './links.ts'
import { type Compared, outlineOf, type Section, sizeOf, type Topic } from './outline.ts'
import { type Detail, MOST_CAUSES, type Shown } from './prepare-section.ts'
import { renderCauses, titleOf } from './render-causes.ts'
import { renderRest } from './render-rest.ts'
import { commitOf, countsOf } from './run-facts.ts'
import { count, minuteOf } from './words.ts'

/** Levels of detail from everything to the answer alone, for comments that would be too long. */
export const DETAILS: (Detail | null)[] = [
  { mostListed: 10, errors: true },
  { mostListed: 3, errors: false },
  null,
]

/** Topics that the change may have caused are never folded. */
const isOpenTopic = (topic: Topic) => topic === 'no-base' || topic === 'differently' || !isExplained(topic)

/** One project and suite of the comment: the answer first, then its evidence; causes only with a detail. */
export function renderSection(shown: Shown, detail: Detail | null): string {
  const { compared } = shown
  const sections = outlineOf(compared)
  // An outage requires action from the reader; other explained failures do not.
  const isOpen = (section: Section) =>
    isOpenTopic(section.topic) || (section === sections[0] && section.topic === 'infrastructure')
  return [
    `### ${headline(compared)}`,
    ...(compared.massFailure === null ? [] : [`⚠️ ${compared.massFailure}`]),
    ...awaited(compared),
    facts(shown),
    ...(detail ? renderOpen(sections.filter(isOpen), shown, detail) : []),
    ...(detail
      ? renderRest(
          sections.filter((section) => !isOpen(section)),
          shown,
          detail,
        )
      : []),
  ].join('\n\n')
}

/** The number of causes that appear in full; with more, each appears briefly. */
const MOST_FULL = 2

/** The sections in sequence, with a common limit on their causes. */
function renderOpen(sections: Section[], shown: Shown, detail: Detail): string[] {
  const isBrief = sections.reduce((sum, { causes }) => sum + causes.length, 0) > MOST_FULL
  let left = MOST_CAUSES
  return sections.flatMap((section) => {
    const most = left
    left = Math.max(0, left - section.causes.length)
    const all = sizeOf(section.failures).all.toLocaleString('en')
    const causes = renderCauses(section, shown, detail, { most, isBrief })
    // The headline names an outage, and a paragraph contains the rest.
    const isOutage = section.topic === 'infrastructure' && section.causes.length === 1
    return isOutage ? causes : [`#### ${titleOf(section.topic)} (${all})`, ...causes]
  })
}

const MOST_AWAITED = 5

/** The outstanding parts, and when the wait ends by itself: this text may never be written again. */
function awaited({ waitingFor, missing, settlesAt }: Compared): string[] {
  const listed = (all: string[]) => {
    const more = all.length - MOST_AWAITED
    const shown = all.slice(0, MOST_AWAITED).map((one) => plainMarkdown(one))
    return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  }
  if (missing.length > 0) return [`⚠️ Did not report: ${listed(missing)}.`]
  if (waitingFor.length === 0) return []
  const end = settlesAt === null ? '' : ` If nothing more arrives, the run is over at ${minuteOf(settlesAt)}.`
  return [`⏳ Waiting for ${listed(waitingFor)}.${end}`]
}

function firstLegs(legs: string[]): string {
  const more = legs.length - MOST_AWAITED
  const names = legs.slice(0, MOST_AWAITED).map((leg) => plainMarkdown(leg))
  return `${names.join(', ')}${more > 0 ? ` and ${count(more, 'more leg')}` : ''}`
}

function facts({ compared: { head, base, baseChoice, legs }, ci }: Shown): string {
  const line = [
    `${countsOf(head)}${commitOf(head)}`,
    base
      ? `compared with ${link(base.testedSha ? `<code>${plainMarkdown(base.testedSha.slice(0, 7))}</code>` : 'the base run', base.url)}, ${plainMarkdown(baseChoice.because)}`
      : plainMarkdown(baseChoice.because, 500).replace(/\.$/, ''),
    link('View run', head.url),
    ...(ci === null ? [] : [link(ci.name, ci.url)]),
  ].join(' · ')
  if (legs.paired)
    return `${line}  \nThe base ran on ${plainMarkdown(legs.paired.base)}, this run on ${plainMarkdown(legs.paired.head)}.`
  if (base && legs.onlyHead.length > 0)
    return `${line}  \nNot compared because the base did not run there: ${firstLegs(legs.onlyHead)}.`
  return line
}
