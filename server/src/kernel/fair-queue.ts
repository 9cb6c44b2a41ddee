import { Problem } from './problem.ts'

/** More of one organization than this are refused: whoever asks would have given up before its turn. */
const MOST_WAITING = 500
const COME_BACK_SECONDS = 5

interface Waiting {
  organizationId: number
  /** What is under way already is never refused to go on. */
  isBegun: boolean
}

/** Work that waits: each organization's in the order it came, organizations in turn. */
export class FairQueue<Work extends Waiting> {
  readonly #waiting = new Map<number, Work[]>()
  readonly #what: string

  /** `what` waits, as a refusal says it: `large answers`. */
  constructor(what: string) {
    this.#what = what
  }

  /** RATE_LIMITED where too much of its organization waits already. */
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

  /** Takes work back that was begun: the next of its organization, which comes first. */
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

  /** The next that fits, whose organization comes last from then on; undefined where none does. */
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
