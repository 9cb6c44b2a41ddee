import { type RawBuilder, sql } from 'kysely'

/** The turn of a row among the rows of its organization. Rows in the order of their turns alternate between organizations. */
export const turnOf = (organization: string, order: string): RawBuilder<number> =>
  sql<number>`row_number() over (partition by ${sql.ref(organization)} order by ${sql.ref(order)})`

/** Returns the items in turns of their organizations; keeps the order within each. */
export function inTurns<Item>(items: readonly Item[], organizationOf: (item: Item) => number): Item[] {
  const counts = new Map<number, number>()
  const numbered = items.map((item) => {
    const organization = organizationOf(item)
    const turn = counts.get(organization) ?? 0
    counts.set(organization, turn + 1)
    return { item, turn }
  })
  return numbered.sort((one, other) => one.turn - other.turn).map(({ item }) => item)
}
