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

  /** A sentence for readers of the execution; empty if every name is clear. `howToMark` makes the tool mark its retries. */
  text(howToMark: string | undefined): string {
    if (this.#count === 0) return ''
    const more = this.#count - 1
    const others = more === 0 ? '' : `, and so do ${more} other ${more === 1 ? 'name' : 'names'}`
    const it = more === 0 ? 'It counts' : 'They count'
    const hint = howToMark ? ` ${howToMark}` : ''
    return `${this.#title} fails and then passes in one suite${others}. ${it} as failed, because the report does not say whether the second is a retry.${hint}`
  }
}
