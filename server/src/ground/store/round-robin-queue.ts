/** The line of one organization; items before `at` have been taken. */
interface Line<Item> {
  items: Item[]
  at: number
}

/** The number of taken items that a line keeps before it is copied without them. */
const MOST_TAKEN = 1_024

/** A queue in which organizations take turns: FIFO within each. Adding and taking cost the same at any length. */
export class TurnQueue<Item> {
  /** The organization whose turn is next comes first. */
  readonly #lines = new Map<number, Line<Item>>()

  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  add(organizationId: number, item: Item): void {
    const line = this.#lines.get(organizationId)
    if (!line) this.#lines.set(organizationId, { items: [item], at: 0 })
    else {
      if (line.at > MOST_TAKEN && line.at > line.items.length / 2) {
        line.items = line.items.slice(line.at)
        line.at = 0
      }
      line.items.push(item)
    }
  }

  /** The item whose turn it is, with its organization; undefined if none waits. */
  take(): { organizationId: number; item: Item } | undefined {
    const [first] = this.#lines
    if (!first) return undefined
    const [organizationId, line] = first
    const item = line.items[line.at++] as Item
    this.#lines.delete(organizationId)
    if (line.at < line.items.length) this.#lines.set(organizationId, line)
    return { organizationId, item }
  }

  /** Puts items that were taken before the line of their organization, in this order. */
  putBack(organizationId: number, items: Item[]): void {
    const line = this.#lines.get(organizationId)
    if (!line) this.#lines.set(organizationId, { items: [...items], at: 0 })
    else {
      // Their places are still free, unless the line was copied meanwhile.
      const from = Math.max(0, line.at - items.length)
      line.items.splice(from, line.at - from, ...items)
      line.at = from
    }
  }
}
