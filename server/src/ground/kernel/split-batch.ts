import type { Consumer, Event } from './consumer.ts'

/** Rows that the handling of events writes in one transaction; a single event may write more. */
const MOST_ROWS = 250

/**
 * Splits items with events so that the consumers write about `MOST_ROWS` rows for each part: twenty webhooks may send
 * each of 200 events.
 */
export async function splitBatch<T>(
  consumers: readonly Consumer[],
  items: T[],
  eventOf: (item: T) => Event,
): Promise<T[][]> {
  const rows = new Map<number, number>()
  for (const consumer of consumers) {
    if (!('rowsOf' in consumer) || consumer.rowsOf === undefined) continue
    const events = items.map(eventOf).filter(({ kind }) => consumer.kinds.includes(kind))
    if (events.length === 0) continue
    for (const [id, count] of await consumer.rowsOf(events)) rows.set(id, (rows.get(id) ?? 1) + count)
  }
  const parts: T[][] = []
  let room = 0
  for (const item of items) {
    const needed = rows.get(eventOf(item).id) ?? 1
    if (parts.length === 0 || needed > room) {
      parts.push([])
      room = MOST_ROWS
    }
    parts.at(-1)?.push(item)
    room -= needed
  }
  return parts
}
