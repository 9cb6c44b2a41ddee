import { watchReads } from '../store/uncounted-reads.ts'

/** The limits on kept answers: all together, and a single one; bytes. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_BYTES_OF_ONE = 2 * 1024 * 1024

/**
 * How long an answer counts, milliseconds: changes made by hand, or by an older version of the server, are in no
 * version.
 */
const LONGEST_MS = 5 * 60_000

interface Kept<Answer> {
  version: string
  madeAt: number
  until: number
  answer: Answer
  bytes: number
}

/** Calls with which a maker describes its answer. */
interface Making {
  /** Call it if the answer depends on more than the database and the question; it is then not kept. */
  dependsOnMore(): void
  /** Call it if the answer is valid only up to this time, milliseconds since the epoch. */
  countsUntil(time: number): void
}

/** How answers of one kind are kept. */
interface Kind<Answer> {
  /** Bytes. */
  sizeOf(answer: Answer): number
  /** A larger one is not kept; 2 MiB if absent. */
  mostBytesOfOne?: number
  /** All together; 16 MiB if absent. */
  mostBytes?: number
}

/** A question. */
interface Asked {
  /** The owner of the share of memory that the answer uses. */
  organizationId: number
  /**
   * Identifies the state that the answer depends on. Read it before making the answer, so that a
   * concurrent change yields a new answer.
   */
  version: string
  /** Everything else that decides the answer, the organization included. */
  question: string
  /** Milliseconds since the epoch. */
  now: number
  /** Tables whose changes do not count, but that the asker checks before each use of the answer. */
  checked?: readonly string[]
}

/** The answers that one organization keeps. */
class Share<Answer> {
  /** Answers by question, in the order of their last use. */
  readonly #kept = new Map<string, Kept<Answer>>()
  bytes = 0

  take(question: string): Kept<Answer> | undefined {
    const known = this.#kept.get(question)
    if (known && this.#kept.delete(question)) this.bytes -= known.bytes
    return known
  }

  keep(question: string, answer: Kept<Answer>): void {
    // A concurrent call may have kept one meanwhile.
    this.take(question)
    this.#kept.set(question, answer)
    this.bytes += answer.bytes
  }

  dropOldest(): void {
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.take(oldest)
  }
}

/**
 * Answers that were given: agents ask for the same comparison several times in a row, page by page. An answer counts
 * until what it depends on may have changed. If memory runs out, the organization that keeps the most loses what it has
 * not used for longest, so no one can push out the answers of others.
 */
export class KeptAnswers<Answer> {
  readonly #kind: Kind<Answer>
  readonly #shares = new Map<number, Share<Answer>>()
  #bytes = 0

  constructor(kind: Kind<Answer>) {
    this.#kind = kind
  }

  /** The kept answer for this question and version; undefined without one. */
  known({ organizationId, version, question, now }: Asked): Answer | undefined {
    const known = this.#changed(organizationId, (share) => share.take(question))
    if (known?.version !== version || now > known.until || Math.abs(now - known.madeAt) >= LONGEST_MS)
      return undefined
    this.#keep(organizationId, question, known)
    return known.answer
  }

  /**
   * The same, or a new answer. It is not kept if making it read a table whose changes are in no version: a statement
   * that somebody adds later costs speed, and never a stale answer.
   */
  async answer(asked: Asked, make: (making: Making) => Promise<Answer>): Promise<Answer> {
    const known = this.known(asked)
    if (known !== undefined) return known
    const { organizationId, version, question, now, checked = [] } = asked
    let isLasting = true
    let until = Number.POSITIVE_INFINITY
    const dependsOnMore = () => {
      isLasting = false
    }
    const noteRead = (table: string) => {
      if (!checked.includes(table)) dependsOnMore()
    }
    const countsUntil = (time: number) => {
      until = Math.min(until, time)
    }
    const answer = await watchReads(noteRead, () => make({ dependsOnMore, countsUntil }))
    if (!isLasting) return answer
    const bytes = this.#kind.sizeOf(answer) + 2 * question.length
    if (bytes <= (this.#kind.mostBytesOfOne ?? MOST_BYTES_OF_ONE))
      this.#keep(organizationId, question, {
        version,
        madeAt: now,
        until,
        answer,
        bytes,
      })
    return answer
  }

  #keep(organizationId: number, question: string, answer: Kept<Answer>): void {
    this.#changed(organizationId, (share) => share.keep(question, answer))
    while (this.#bytes > (this.#kind.mostBytes ?? MOST_BYTES))
      this.#changed(this.#largest(), (share) => share.dropOldest())
  }

  #largest(): number {
    let [largest, most] = [0, 0]
    for (const [organizationId, { bytes }] of this.#shares)
      if (bytes > most) [largest, most] = [organizationId, bytes]
    return largest
  }

  /** Changes the size of a share; an empty one takes no memory. */
  #changed<T>(organizationId: number, change: (share: Share<Answer>) => T): T {
    const share = this.#shares.get(organizationId) ?? new Share<Answer>()
    const before = share.bytes
    const result = change(share)
    this.#bytes += share.bytes - before
    if (share.bytes > 0) this.#shares.set(organizationId, share)
    else this.#shares.delete(organizationId)
    return result
  }
}
