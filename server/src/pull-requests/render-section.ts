import { plain } from './escape.ts'
import { headline } from './headline.ts'
import { ciUrlOf, link } from './links.ts'
import { type Compared, outlineOf, type Section, sizeOf, type Topic } from './outline.ts'
import { MOST_CAUSES, type Shown } from './prepare-section.ts'
import { renderCauses, TITLES } from './render-causes.ts'
import { renderRest } from './render-rest.ts'
import { commitOf, countsOf } from './run-facts.ts'
import { minuteOf } from './words.ts'

/** How much is told: names listed before the rest is only counted, and errors in full or not. */
export interface Detail {
  mostListed: number
  errors: boolean
}

/** From all there is to say to the answer alone, for comments that would be too long. */
export const DETAILS: (Detail | null)[] = [
  { mostListed: 10, errors: true },
  { mostListed: 3, errors: false },
  null,
]

/** Topics that may be the change: never folded away. */
const OPEN: Topic[] = ['mine', 'perhaps', 'no-base', 'differently']

/** One project and suite of the comment: the answer first, then what it rests on; causes only with a detail. */
export function renderSection(shown: Shown, detail: Detail | null): string {
  const { compared } = shown
  const sections = outlineOf(compared)
  const isOpen = (section: Section) => OPEN.includes(section.topic) || section === sections[0]
  return [
    `### ${headline(compared)}`,
    ...awaited(compared),
    facts(compared),
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

/** The sections one after the other, with so many causes of all of them together. */
function renderOpen(sections: Section[], shown: Shown, detail: Detail): string[] {
  let left = MOST_CAUSES
  return sections.flatMap((section) => {
    const most = left
    left = Math.max(0, left - section.causes.length)
    return [
      `#### ${TITLES[section.topic]} (${sizeOf(section.failures).all})`,
      ...renderCauses(section, shown, detail, most),
    ]
  })
}

const MOST_AWAITED = 5

/** What has not come, and when that ends by itself: nobody may be left to write this text again. */
function awaited({ waitingFor, missing, settlesAt }: Compared): string[] {
  const listed = (all: string[]) => {
    const more = all.length - MOST_AWAITED
    const shown = all.slice(0, MOST_AWAITED).map((one) => plain(one))
    return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  }
  if (missing.length > 0) return [`⚠️ Did not report: ${listed(missing)}.`]
  if (waitingFor.length === 0) return []
  const end = settlesAt === null ? '' : ` If nothing more arrives, the run is over at ${minuteOf(settlesAt)}.`
  return [`⏳ Waiting for ${listed(waitingFor)}.${end}`]
}

function facts({ head, base, baseChoice, legs }: Compared): string {
  const ci = ciUrlOf(head)
  const line = [
    `${countsOf(head)}${commitOf(head)}`,
    base
      ? `compared with ${link(base.testedSha ? `<code>${plain(base.testedSha.slice(0, 7))}</code>` : 'the base run', base.url)}, ${plain(baseChoice.because)}`
      : plain(baseChoice.because, 500).replace(/\.$/, ''),
    link('View run', head.url),
    ...(ci === null ? [] : [link('CI run', ci)]),
  ].join(' · ')
  if (legs.paired)
    return `${line}  \nThe base ran on ${plain(legs.paired.base)}, this on ${plain(legs.paired.head)}.`
  if (base && legs.onlyHead.length > 0)
    return `${line}  \nNot compared, because the base did not run there: ${legs.onlyHead.map((leg) => plain(leg)).join(', ')}.`
  return line
}
