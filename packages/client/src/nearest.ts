/** The name with the fewest differing letters, if a typing error could explain them. */
export const nearest = (name: string, names: string[]): string | undefined => {
  const [best] = names
    .map((each) => ({ each, changes: changesBetween(name, each) }))
    .sort((a, b) => a.changes - b.changes)
  const most = (each: string) =>
    Math.min(Math.max(2, Math.floor(each.length / 5)), Math.floor(each.length / 2))
  return best && best.changes <= most(best.each) ? best.each : undefined
}

/** The number of letters that are added, omitted, changed or swapped with their neighbour. */
const changesBetween = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    const above = rows[i - 1] ?? []
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const ways = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        ways.push((rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(Math.min(...ways))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
