/** A statement is short if it recently took no longer than this, milliseconds. */
const SHORT_MS = 3
/** The factor by which an old duration shrinks with each faster execution. */
const FADES_TO = 0.9
const REMEMBERED = 500

/** The durations of statements, so that short ones need not queue behind long ones. */
export class ShortReads {
  readonly #slowestMs = new Map<string, number>()

  /** False for a new statement: its duration is unknown. */
  has(sql: string): boolean {
    const ms = this.#slowestMs.get(sql)
    return ms !== undefined && ms <= SHORT_MS
  }

  /** Short reads in groups that together take no longer than one of them may. */
  packed<T extends { sql: string }>(reads: T[]): T[][] {
    const groups: T[][] = []
    let last: T[] = []
    let lastMs = 0
    for (const read of reads) {
      const ms = this.#slowestMs.get(read.sql) ?? 0
      if (lastMs + ms > SHORT_MS || last.length === 0) {
        last = []
        lastMs = 0
        groups.push(last)
      }
      last.push(read)
      lastMs += ms
    }
    return groups
  }

  took(sql: string, ms: number): void {
    const before = this.#slowestMs.get(sql) ?? 0
    this.#slowestMs.delete(sql)
    this.#slowestMs.set(sql, Math.max(ms, before * FADES_TO))
    if (this.#slowestMs.size > REMEMBERED)
      this.#slowestMs.delete(this.#slowestMs.keys().next().value as string)
  }
}
