import { Problem } from '../kernel/problem.ts'

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

  /** RATE_LIMITED where too much of its organization waits already. */
  add(work: Work): void {
    const { organizationId, isBegun } = work
    const own = this.#waiting.get(organizationId) ?? []
    if (!isBegun && own.length >= MOST_WAITING)
      throw new Problem(
        'RATE_LIMITED',
        `${own.length} large answers for this organization wait to be made. Ask for fewer at a time.`,
        { headers: { 'Retry-After': String(COME_BACK_SECONDS) } },
      )
    own.push(work)
    this.#waiting.set(organizationId, own)
  }

  remove(work: Work): void {
    const own = this.#waiting.get(work.organizationId)
    const place = own?.indexOf(work) ?? -1
    if (place >= 0) own?.splice(place, 1)
    if (own?.length === 0) this.#waiting.delete(work.organizationId)
  }

  /** The next that fits, whose organization comes last from then on; undefined where none does. */
  take(fits: (work: Work) => boolean): Work | undefined {
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
