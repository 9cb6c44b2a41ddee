import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { type Answer, answerOf, headline } from './headline.ts'
import { DETAILS, renderSection } from './render-section.ts'

type Compared = z.input<typeof Comparison>

const RULE = '\n\n---\n\n'

/** What may be cut first: good news, then what is explained, then what nobody knows. */
const URGENCY: Record<Answer, number> = {
  passed: 0,
  'not-mine': 1,
  incomplete: 2,
  unknown: 3,
  'no-base-failed': 4,
  mine: 5,
}

/**
 * All sections in as much detail as fits into so many bytes of UTF-8. Step by step each section says less, the
 * least urgent first, down to its headline; where not even the headlines fit, the least urgent are only counted.
 */
export function fitSections(comparisons: Compared[], mostBytes: number): string {
  const sections = comparisons.map((compared) => sectionOf(compared))
  const inOrder = () => sections.map((section) => section.steps[section.step]?.() ?? '')
  const leastUrgentFirst = [...sections].reverse().sort((a, b) => a.urgency - b.urgency)
  const text = () => inOrder().join(RULE)
  for (let step = 1; step < STEPS; step++)
    for (const section of leastUrgentFirst) {
      if (bytesOf(text()) <= mostBytes) return text()
      section.step = step
    }
  const kept = new Set(sections)
  const rest = () => sections.length - kept.size
  const shortened = () =>
    [
      ...sections.filter((section) => kept.has(section)).map((section) => section.steps[STEPS - 1]?.() ?? ''),
      ...(rest() > 0 ? [`… and ${rest()} more`] : []),
    ].join('\n\n')
  for (const section of leastUrgentFirst) {
    if (bytesOf(shortened()) <= mostBytes) break
    kept.delete(section)
  }
  return shortened()
}

const bytesOf = (text: string) => Buffer.byteLength(text)

/** Every detail, and the headline alone. */
const STEPS = DETAILS.length + 1

function sectionOf(compared: Compared) {
  const steps = [
    ...DETAILS.map((detail) => once(() => renderSection(compared, detail))),
    once(() => `### ${headline(compared)}`),
  ]
  return { urgency: URGENCY[answerOf(compared).answer], step: 0, steps }
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}
