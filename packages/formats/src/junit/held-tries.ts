import type { JUnitSuite } from './elements.ts'
import { keyOf, type Pending } from './pending.ts'

/** Names held back of one suite; elements of further ones are reported at once. */
const MOST_HELD = 300

/** Elements of one name, oldest first, and whether they are tries of one test. */
export interface HeldName {
  elements: Pending[]
  areTries: boolean
}

/**
 * Failed elements, held back until their suite ends: later elements of the same name may be retries. No tool retries a
 * passed test, so if an element follows a passed one, all are tests of their own.
 */
export class HeldTries {
  readonly #held = new Map<JUnitSuite | undefined, Map<string, Pending[]>>()

  /** True if the element is held back, to be reported with its suite's end. */
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

  /** What was held back of a suite. */
  endSuite(suite: JUnitSuite | undefined): HeldName[] {
    const names = [...(this.#held.get(suite)?.values() ?? [])]
    this.#held.delete(suite)
    return names.map((elements) => ({ elements, areTries: elements.slice(0, -1).every(hasFailed) }))
  }

  /** What was held back of all suites that were not ended. */
  end(): HeldName[] {
    return [...this.#held.keys()].flatMap((suite) => this.endSuite(suite))
  }
}

const hasFailed = ({ attempts }: Pending): boolean => {
  const status = attempts.at(-1)?.status
  return status === 'failed' || status === 'timedOut'
}
