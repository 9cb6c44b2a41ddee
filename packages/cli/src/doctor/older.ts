/** True if a version is older than another, by its numbers; a pre-release counts as its release. */
export const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const index = a.findIndex((number, i) => number !== b[i])
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0)
}

const numbersOf = (version: string) =>
  version.replace(/^v/, '').split(/[-+]/, 1).join('').split('.').slice(0, 3).map(Number)
