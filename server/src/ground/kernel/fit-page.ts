/** The most text of one page, in characters: an answer is encoded in one piece, while nobody else is answered. */
const PAGE_CHARACTERS = 2 * 1024 * 1024

/** The first of these rows whose texts together fit into one page, or into so many characters, at least one. */
export function fitPage<Row>(
  rows: Row[],
  charactersOf: (row: Row) => number,
  characters = PAGE_CHARACTERS,
): Row[] {
  let left = characters
  const most = rows.findIndex((row) => {
    left -= charactersOf(row)
    return left < 0
  })
  return most < 0 ? rows : rows.slice(0, Math.max(1, most))
}
