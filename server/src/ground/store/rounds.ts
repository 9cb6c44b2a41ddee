/** Work that is done in two parts. */
export interface TwoPartWork<T> {
  begin: () => Promise<T>
  /** After the first parts of all work of its round. */
  complete: (begun: T) => Promise<void>
}

type Waiting = Record<'begin' | 'complete', () => Promise<void>>

/**
 * Runs work of one name in rounds: the first parts of all that waits, one after the other, then their second parts. What
 * several of them need is completed once, and work that comes meanwhile cannot make that start again.
 */
export class Rounds {
  readonly #waiting = new Map<string, Waiting[]>()

  /** How much work of this name waits for its round. */
  waitingFor(name: string): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  /** Returns the first part's result after the second part; throws the error of either. */
  run<T>(name: string, { begin, complete }: TwoPartWork<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let finish = async (): Promise<void> => undefined
      const start = async () => {
        const begun = await begin()
        finish = async () => {
          await complete(begun)
          resolve(begun)
        }
      }
      const work = { begin: () => start().catch(reject), complete: () => finish().catch(reject) }
      const waiting = this.#waiting.get(name)
      if (waiting) waiting.push(work)
      else void this.#runAll(name, work)
    })
  }

  async #runAll(name: string, first: Waiting): Promise<void> {
    for (let round = [first]; round.length > 0; round = this.#waiting.get(name) ?? []) {
      this.#waiting.set(name, [])
      for (const { begin } of round) await begin()
      // The last one first: what several of them need is what that one has begun.
      for (const { complete } of round.toReversed()) await complete()
    }
    this.#waiting.delete(name)
  }
}
