import type { Import } from './find-violations.ts'

/** Groups of files that import each other, directly or through others; types and `import()` count. */
export const findCircles = (imports: Import[]): string[][] => {
  const below = Map.groupBy(imports, ({ from }) => from)
  const places = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []
  // Tarjan's algorithm: returns the first place on the path that a file leads back to.
  const visit = (file: string): number => {
    const own = places.size
    let first = own
    places.set(file, own)
    path.push(file)
    for (const { to } of below.get(file) ?? []) {
      const known = places.get(to)
      if (known === undefined && below.has(to)) first = Math.min(first, visit(to))
      else if (known !== undefined && path.includes(to)) first = Math.min(first, known)
    }
    if (first < own) return first
    const circle = path.splice(path.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
    return first
  }
  for (const file of below.keys()) if (!places.has(file)) visit(file)
  return circles.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}
