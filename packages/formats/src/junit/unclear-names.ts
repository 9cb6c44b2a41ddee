import type { Dialect } from './dialect.ts'
import type { HeldName } from './repeats.ts'

/** Counts tests that failed and then passed if no file says whether that was a retry. */
export class UnclearNames {
  #title = ''
  #count = 0

  add({ elements, isUnclear }: HeldName): void {
    if (!isUnclear) return
    this.#title ||= elements[0]?.name.titles.at(-1) ?? ''
    this.#count += 1
  }

  /** A sentence for readers of the execution, with what makes such names clear; empty if every name is. */
  text({ equalNames, marksRetries }: Pick<Dialect, 'equalNames' | 'marksRetries'>): string {
    if (this.#count === 0) return ''
    const more = this.#count - 1
    const others = more === 0 ? '' : `, and so do ${more} other ${more === 1 ? 'name' : 'names'}`
    const what = `${this.#title} fails and then passes in one suite${others}.`
    if (marksRetries) {
      const these = more === 0 ? 'These are two tests of one name' : 'Each is two tests of one name'
      return `${what} ${these}, because ${marksRetries} writes a retry into the element of its test: give them different names.`
    }
    const it = more === 0 ? 'It counts' : 'They count'
    const hint = equalNames ? equalNames.howToMark : SEND_BOTH
    return `${what} ${it} as failed, because the report does not say whether the second is a retry.${hint ? ` ${hint}` : ''}`
  }
}

const SEND_BOTH = 'If it is, write a report for each run, send both and use --reruns.'
