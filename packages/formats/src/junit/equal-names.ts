import type { ResultStatus } from '@svc/protocol'
import type { ReportedName } from '../format.ts'
import type { JUnitSuite } from './elements.ts'
import { keyOf } from './pending.ts'
import { saidTests } from './wrong-totals.ts'

/** The number of names that are kept per file. */
const MOST_NAMES = 1000

interface Joined {
  title: string
  elements: number
  status: ResultStatus
}

/**
 * The number of elements that count as attempts of one test only because of their name: no file
 * says so, unless its suite counts them once.
 */
export class EqualNames {
  readonly #open = new Map<JUnitSuite | undefined, Map<string, Joined>>()
  readonly #joined: Joined[] = []

  /** An element continued an earlier test, with the result `status`. */
  add(name: ReportedName, status: ResultStatus, suite: JUnitSuite | undefined): void {
    const names = this.#open.get(suite) ?? new Map<string, Joined>()
    this.#open.set(suite, names)
    const key = keyOf(name)
    const known = names.get(key)
    if (known) Object.assign(known, { elements: known.elements + 1, status })
    else if (names.size + this.#joined.length < MOST_NAMES)
      names.set(key, { title: name.titles.at(-1) ?? '', elements: 2, status })
  }

  endSuite(suite: JUnitSuite): void {
    const names = this.#open.get(suite)
    this.#open.delete(suite)
    if (!names) return
    const said = saidTests(suite)
    const isCountedOnce = said === suite.ownTests || said === suite.counts.tests
    if (!isCountedOnce) this.#joined.push(...names.values())
  }

  /** Called at the end; empty if every suite counts them once. */
  get text(): string {
    const all = [...this.#joined, ...[...this.#open.values()].flatMap((names) => [...names.values()])]
    const shown = all.find(({ status }) => status === 'flaky') ?? all[0]
    if (!shown) return ''
    const { title, elements, status } = shown
    const more = all.length - 1
    const others = more === 0 ? '' : `, and so do those of ${more} other ${more === 1 ? 'name' : 'names'}`
    const flaky = all.filter((each) => each.status === 'flaky').length
    const green = status === 'flaky' ? `; tests that failed and then passed count as flaky (${flaky})` : ''
    return `${elements} elements named ${title} count as attempts of one test${others}${green}.`
  }
}
