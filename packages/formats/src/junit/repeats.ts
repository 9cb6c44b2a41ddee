import { hash } from 'node:crypto'
import type { EqualNames } from './dialect.ts'
import type { JUnitSuite } from './elements.ts'
import { keyOf, type Pending } from './pending.ts'
import { saidTests } from './wrong-totals.ts'

/** The number of failed names of one suite that are held back; elements of further names are reported at once. */
const MOST_HELD = 300

/** What equal names of one suite mean. */
type Meaning = 'retries' | 'repetitions' | 'rows'

/** Elements of one suite with one name, oldest first. */
export interface HeldName {
  elements: Pending[]
  meaning: Meaning
  /** True if one failed, the last passed, and nothing shows whether that was a retry. */
  isUnclear: boolean
}

/** What is known of the elements of a suite. */
interface Seen {
  /** Names whose first element failed. */
  held: Map<string, Pending[]>
  /** How many elements of other names were reported, by digest. */
  told: Map<string, number>
  /** The tests that contain those, as `rootOf` names them. */
  roots: Set<string>
  /** A retry repeats only what failed. If a name follows an element that did not fail, the suite has no retries. */
  repeatsPasses: boolean
}

/**
 * Decides what it means that elements of a suite have equal names. If they can be retries, it holds failed elements
 * back until their suite ends, because only the rest of the suite shows whether a later element is a retry.
 */
export class Repeats {
  readonly #equalNames: EqualNames | undefined
  readonly #suites = new Map<JUnitSuite | undefined, Seen>()

  /** Undefined if equal names are always tests of their own: then it holds nothing back, and only finds unclear names. */
  constructor(equalNames: EqualNames | undefined) {
    this.#equalNames = equalNames
  }

  /** `held` until the suite ends, else how many elements with its name its suite reported before. */
  add(pending: Pending): 'held' | number {
    const seen: Seen = this.#suites.get(pending.suite) ?? {
      held: new Map(),
      told: new Map(),
      roots: new Set(),
      repeatsPasses: false,
    }
    this.#suites.set(pending.suite, seen)
    // Digests take a third of the time of reading, and only a note depends on them.
    if (!this.#equalNames && seen.held.size === 0 && !hasFailed(pending)) return 0
    const key = digestOf(pending)
    const held = seen.held.get(key)
    const earlier = seen.told.get(key) ?? 0
    const place = this.#equalNames ? 'held' : 0
    if (held) {
      seen.repeatsPasses ||= !hasFailed(held.at(-1))
      held[this.#equalNames ? held.length : 1] = pending
      return place
    }
    seen.repeatsPasses ||= earlier > 0
    if (hasFailed(pending) && earlier === 0 && seen.held.size < MOST_HELD) {
      seen.held.set(key, [pending])
      return place
    }
    seen.told.set(key, earlier + 1)
    const root = this.#equalNames?.rootOf?.(pending.test)
    if (root !== undefined) seen.roots.add(root)
    return earlier
  }

  /** The elements held back for a suite. */
  endSuite(suite: JUnitSuite | undefined): HeldName[] {
    const seen = this.#suites.get(suite)
    this.#suites.delete(suite)
    if (!seen) return []
    const { areOneTest, areTries } = this.#equalNames ?? {}
    const isCountedOnce = suite !== undefined && saidTests(suite) === seen.held.size + seen.told.size
    // A run repeats the tests that passed as well, so one that is there once shows that failed ones were retried.
    const canBe = this.#equalNames !== undefined && !areTries && !seen.repeatsPasses
    const isRetry = canBe && (isCountedOnce || this.#hasOthersOnce(seen))
    const other: Meaning = areOneTest ? 'repetitions' : 'rows'
    return [...seen.held.values()].map((elements) => {
      const isMarked = elements.slice(0, -1).every(hasFailed) && areTries?.(elements.map(({ test }) => test))
      const meaning = isRetry || isMarked ? 'retries' : other
      const isClear = meaning === 'retries' || seen.repeatsPasses
      return {
        elements,
        meaning,
        isUnclear: !isClear && elements.length > 1 && !hasFailed(elements.at(-1)),
      }
    })
  }

  /**
   * True if a test that a repetition of the suite includes is there once. What is below a failed test counts only if
   * something below it failed: a test that ends too early leaves out the rest of its first run.
   */
  #hasOthersOnce({ held, roots }: Seen): boolean {
    const failed = [...held.values()].flatMap(([first]) => first?.test ?? [])
    const names = new Set(failed.map(({ name }) => name))
    const isBelow = (root: string) =>
      failed.some((test) => test.name !== root && this.#equalNames?.rootOf?.(test) === root)
    return [...roots].some((root) => !names.has(root) || isBelow(root))
  }

  /** The elements held back for all suites that have not ended. */
  end(): [JUnitSuite | undefined, HeldName[]][] {
    return [...this.#suites.keys()].map((suite) => [suite, this.endSuite(suite)])
  }
}

/** As in the sink: short strings of their own, for up to 200,000 names. */
const digestOf = ({ name }: Pending): string => hash('sha256', keyOf(name), 'base64').slice(0, 12)

const hasFailed = (pending: Pending | undefined): boolean => {
  const status = pending?.attempts.at(-1)?.status
  return status === 'failed' || status === 'timedOut'
}
