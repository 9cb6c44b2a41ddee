import { CONCLUSION_KINDS, CONCLUSIONS } from '@svc/protocol'
import { conclusionOf, headline } from './headline.ts'
import type { Shown } from './prepare-section.ts'
import { conclusionOfRemoved, type Removed, removedHeadline, renderRemoved } from './render-removed.ts'
import { DETAILS, renderSection } from './render-section.ts'
import { count } from './words.ts'

const RULE = '\n\n---\n\n'
const BREAK = '\n\n'
/** Room for the line that counts the omitted sections, bytes. */
const MORE_BYTES = 120

/**
 * All sections, the most urgent first, in as much detail as fits into `mostBytes` of UTF-8. Each
 * step shortens the sections, the least urgent first, down to their headlines. If even the
 * headlines do not fit, the last line counts the least urgent ones.
 */
export function fitSections(shown: (Shown | Removed)[], mostBytes: number): string {
  const sections = shown.map((one) => new Section(one)).sort((a, b) => a.urgency - b.urgency)
  const leastUrgentFirst = [...sections].reverse()
  let bytes = sections.reduce((sum, section) => sum + section.bytes, RULE.length * (sections.length - 1))
  const calm = leastUrgentFirst.filter((section) => CONCLUSIONS[section.urgency]?.isGood)
  const alarming = leastUrgentFirst.filter((section) => !calm.includes(section))
  // Passing sections shrink to their headlines before failing ones lose anything; headlines alone are the
  // last resort.
  for (const [group, first, last] of [
    [calm, 1, STEPS - 2],
    [alarming, 1, STEPS - 2],
    [leastUrgentFirst, STEPS - 1, STEPS - 1],
  ] as const)
    for (let step = first; step <= last; step++)
      for (const section of group) {
        if (bytes <= mostBytes) return sections.map((one) => one.text).join(RULE)
        bytes -= section.bytes
        section.step = step
        bytes += section.bytes
      }
  return bytes <= mostBytes ? sections.map((one) => one.text).join(RULE) : fitHeadlines(sections, mostBytes)
}

function fitHeadlines(sections: Section[], mostBytes: number): string {
  const kept = new Set<Section>()
  let left = mostBytes - MORE_BYTES
  for (const section of sections) {
    left -= section.bytes + BREAK.length
    if (left < 0) break
    kept.add(section)
  }
  const more = `… and ${count(sections.length - kept.size, 'more suite')} without room here. The dashboard's page of this pull request lists all of them.`
  return [...sections.filter((section) => kept.has(section)).map((section) => section.text), more].join(BREAK)
}

/** Every detail, and the headline alone. */
const STEPS = DETAILS.length + 1

class Section {
  readonly urgency: number
  step = 0
  readonly #steps: (() => string)[]
  readonly #made = new Map<number, { text: string; bytes: number }>()

  constructor(shown: Shown | Removed) {
    if ('removedAt' in shown) {
      this.urgency = CONCLUSION_KINDS.indexOf(conclusionOfRemoved(shown))
      this.#steps = [...DETAILS.map(() => () => renderRemoved(shown)), () => `### ${removedHeadline(shown)}`]
    } else {
      this.urgency = CONCLUSION_KINDS.indexOf(conclusionOf(shown.compared))
      this.#steps = [
        ...DETAILS.map((detail) => () => renderSection(shown, detail)),
        () => `### ${headline(shown.compared)}`,
      ]
    }
  }

  get text(): string {
    return this.#at().text
  }

  get bytes(): number {
    return this.#at().bytes
  }

  #at() {
    const known = this.#made.get(this.step)
    if (known) return known
    const text = this.#steps[this.step]?.() ?? ''
    const made = { text, bytes: Buffer.byteLength(text) }
    this.#made.set(this.step, made)
    return made
  }
}
