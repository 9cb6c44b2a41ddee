import { Problem } from './problem.ts'

/** The limit per organization; beyond it, clients would time out before their turn. */
const MOST_WAITING = 500
const COME_BACK_SECONDS = 5

interface Waiting {
  organizationId: number
  /** Work under way is never rejected. */
  isBegun: boolean
}

/** A queue of work: FIFO within an organization, round-robin between organizations. */
export class FairQueue<Work extends Waiting> {
  readonly #waiting = new Map<number, Work[]>()
  readonly #what: string

  /** `what` names the waiting work in messages: `large answers`. */
  constructor(what: string) {
    this.#what = what
  }

  /** Throws RATE_LIMITED if too much work of its organization waits already. */
  add(work: Work): void {
    const { organizationId, isBegun } = work
    const own = this.#waiting.get(organizationId) ?? []
    if (!isBegun && own.length >= MOST_WAITING)
      throw new Problem(
        'RATE_LIMITED',
        `${own.length} ${this.#what} of this organization wait for their turn. Send fewer requests at a time.`,
        { retryAfterSeconds: COME_BACK_SECONDS },
      )
    own.push(work)
    this.#waiting.set(organizationId, own)
  }

  /** Puts started work back at the front of its organization's queue. */
  putBack(work: Work): void {
    const { organizationId } = work
    const others = [...this.#waiting].filter(([id]) => id !== organizationId)
    const own = [work, ...(this.#waiting.get(organizationId) ?? [])]
    this.#waiting.clear()
    for (const [id, works] of [[organizationId, own] as const, ...others]) this.#waiting.set(id, works)
  }

  remove(work: Work): void {
    const own = this.#waiting.get(work.organizationId)
    const place = own?.indexOf(work) ?? -1
    if (place >= 0) own?.splice(place, 1)
    if (own?.length === 0) this.#waiting.delete(work.organizationId)
  }

  /** The next work that fits, whose organization goes to the end of the round; undefined if no work fits. */
  take(fits: (work: Work) => boolean = () => true): Work | undefined {
    for (const [organizationId, own] of this.#waiting) {
      const work = own.find(fits)
      if (!work) continue
      this.remove(work)
      if (this.#waiting.delete(organizationId)) this.#waiting.set(organizationId, own)
      return work
    }
    return undefined
  }
}
