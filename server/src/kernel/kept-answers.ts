/** Limits of what is kept: all answers together, and one of them; bytes. */
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

/** What a maker says about its answer. */
interface Making {
  /** Call it if the answer depends on more than the database and the question: it is then not kept. */
  dependsOnMore(): void
  /** Call it if the answer is the same only up to this time, milliseconds since the epoch. */
  countsUntil(time: number): void
}

/** How answers of one kind are kept. */
interface Kind<Answer> {
  /** Bytes. */
  sizeOf(answer: Answer): number
  /** Absent for immutable answers. */
  copy?(answer: Answer): Answer
}

/**
 * Answers, the least recently used dropped first: agents ask for the same comparison several times in a row, page by
 * page. An answer counts until what it depends on may have changed.
 */
export class KeptAnswers<Answer> {
  readonly #kind: Kind<Answer>
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept<Answer>>()
  #bytes = 0

  constructor(kind: Kind<Answer>) {
    this.#kind = kind
  }

  /**
   * The answer kept for this question and version, or a new one. `version` names the state of what the answer depends on
   * and is read before: what changes while the answer is made gives a newer one. A copied answer is the caller's own.
   */
  async answer(
    version: string,
    question: string,
    now: number,
    make: (making: Making) => Promise<Answer>,
  ): Promise<Answer> {
    const known = this.#take(question)
    if (known?.version === version && now <= known.until && Math.abs(now - known.madeAt) < LONGEST_MS) {
      this.#keep(question, known)
      return this.#copyOf(known.answer)
    }
    let isLasting = true
    let until = Number.POSITIVE_INFINITY
    const answer = await make({
      dependsOnMore: () => {
        isLasting = false
      },
      countsUntil: (time) => {
        until = Math.min(until, time)
      },
    })
    const bytes = isLasting ? this.#kind.sizeOf(answer) : 0
    if (isLasting && bytes <= MOST_BYTES_OF_ONE)
      this.#keep(question, { version, madeAt: now, until, answer: this.#copyOf(answer), bytes })
    return answer
  }

  #copyOf(answer: Answer): Answer {
    return this.#kind.copy?.(answer) ?? answer
  }

  #take(question: string): Kept<Answer> | undefined {
    const known = this.#kept.get(question)
    if (known && this.#kept.delete(question)) this.#bytes -= known.bytes
    return known
  }

  #keep(question: string, answer: Kept<Answer>): void {
    // Another call may have kept one meanwhile.
    this.#take(question)
    this.#kept.set(question, answer)
    this.#bytes += answer.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#take(oldest)
    }
  }
}
