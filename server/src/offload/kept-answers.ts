/** Limits of what a thread keeps: all answers together, and one of them; bytes. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_BYTES_OF_ONE = 2 * 1024 * 1024

/**
 * How long an answer counts, milliseconds: changes made by hand, or by an older version of the server, are in no
 * version.
 */
const LONGEST_MS = 5 * 60_000

interface Kept {
  version: string
  madeAt: number
  bytes: Uint8Array<ArrayBuffer>
}

/** What a maker says about its answer. */
interface Making {
  /** Call it if the answer depends on more than the database and the question: it is then not kept. */
  dependsOnMore(): void
}

/**
 * Answers of one thread, the least recently used dropped first: agents ask for the same comparison several times in a
 * row, page by page. An answer counts until what it depends on may have changed.
 */
export class KeptAnswers {
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /**
   * The answer kept for this question and version, or a new one. `version` names the state of what the answer depends on
   * and is read before: what changes while the answer is made gives a newer one. The bytes are the caller's own.
   */
  async answer(
    version: string,
    question: string,
    now: number,
    make: (making: Making) => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#take(question)
    if (known?.version === version && Math.abs(now - known.madeAt) < LONGEST_MS) {
      this.#keep(question, known)
      return known.bytes.slice()
    }
    let isLasting = true
    const bytes = await make({
      dependsOnMore: () => {
        isLasting = false
      },
    })
    if (isLasting && bytes.length <= MOST_BYTES_OF_ONE)
      this.#keep(question, { version, madeAt: now, bytes: bytes.slice() })
    return bytes
  }

  #take(question: string): Kept | undefined {
    const known = this.#kept.get(question)
    if (known && this.#kept.delete(question)) this.#bytes -= known.bytes.length
    return known
  }

  #keep(question: string, answer: Kept): void {
    // Another call may have kept one meanwhile.
    this.#take(question)
    this.#kept.set(question, answer)
    this.#bytes += answer.bytes.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#take(oldest)
    }
  }
}
