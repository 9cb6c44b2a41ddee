/** Groups items by a key, in the order of their first items. */
export const groupBy = <T>(items: T[], keyOf: (item: T) => string): [T, ...T[]][] => {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}
