/**
 * Whether a version lies in a range such as `>=20.19`, `^5` or `^22.12 || >=24`; a pre-release counts as its release.
 * Undefined for other forms, such as `workspace:*` or a tag.
 */
export const isInRange = (version: string, range: string): boolean | undefined => {
  const ways = range.split('||').map((way) => /^(\^|>=)(\d+)((?:\.\d+){0,2})$/.exec(way.trim()))
  if (!/^\d+\.\d+/.test(version) || ways.includes(null)) return undefined
  return ways.some((way) => {
    const [, sign, major = '', rest = ''] = way ?? []
    return (
      !isOlder(version, major + rest) && (sign === '>=' || Number.parseInt(version, 10) === Number(major))
    )
  })
}

/** True if a version is older than another, by its numbers; a pre-release counts as its release. */
export const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const index = a.findIndex((number, i) => number !== b[i])
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0)
}

const numbersOf = (version: string) =>
  version.replace(/^v/, '').split(/[-+]/, 1).join('').split('.').slice(0, 3).map(Number)
