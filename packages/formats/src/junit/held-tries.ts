import type { JUnitSuite } from './elements.ts'
import { keyOf, type Pending } from './pending.ts'

/** The number of names of one suite that are held back; elements of further names are reported at once. */
const MOST_HELD = 300

/** Elements with one name, oldest first, and whether they are attempts of one test. */
export interface HeldName {
  elements: Pending[]
  areTries: boolean
}

/**
 * Failed elements, held back until their suite ends, because later elements with the same name may
 * be retries. No tool retries a passed test, so if an element follows a passed one, all are
 * separate tests.
 */
export class HeldTries {
  readonly #held = new Map<JUnitSuite | undefined, Map<string, Pending[]>>()

  /** True if the element is held back and reported when its suite ends. */
  holds(pending: Pending): boolean {
    const names = this.#held.get(pending.suite) ?? new Map<string, Pending[]>()
    const key = keyOf(pending.name)
    const known = names.get(key)
    if (known) known.push(pending)
    else if (hasFailed(pending) && names.size < MOST_HELD) names.set(key, [pending])
    else return false
    this.#held.set(pending.suite, names)
    return true
  }

  /** The elements held back for a suite. */
  endSuite(suite: JUnitSuite | undefined): HeldName[] {
    const names = [...(this.#held.get(suite)?.values() ?? [])]
    this.#held.delete(suite)
    return names.map((elements) => ({ elements, areTries: elements.slice(0, -1).every(hasFailed) }))
  }

  /** The elements held back for all suites that have not ended. */
  end(): HeldName[] {
    return [...this.#held.keys()].flatMap((suite) => this.endSuite(suite))
  }
}

const hasFailed = ({ attempts }: Pending): boolean => {
  const status = attempts.at(-1)?.status
  return status === 'failed' || status === 'timedOut'
}
