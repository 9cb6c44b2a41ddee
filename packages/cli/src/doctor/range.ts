type Version = [major: number, minor: number, patch: number]

/**
 * Whether a version lies in a range as package.json writes it: `>=20.19`, `^22.12 || >=24`, `5.x`, `1.2 - 2`.
 * A pre-release counts as its release. Undefined for anything else, such as `workspace:*` or a tag.
 */
export const isInRange = (version: string, range: string): boolean | undefined => {
  const own = toVersion(version)
  const ways = range.split('||').map((way) => toTests(way.trim()))
  if (!own || ways.includes(undefined)) return undefined
  return ways.some((tests) => tests?.every((test) => test(own)))
}

type Test = (version: Version) => boolean

const toTests = (way: string): Test[] | undefined => {
  const between = /^(\S+)\s+-\s+(\S+)$/.exec(way)
  const text = between ? `>=${between[1]} <=${between[2]}` : way
  const tests = text
    .replace(/([<>=^~])\s+/g, '$1')
    .split(/\s+/)
    .map(toTest)
  return tests.every((test) => test !== undefined) ? tests : undefined
}

const PART = /^(>=|<=|>|<|=|\^|~)?v?(\d+|[xX*])?(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+][\w.+-]*)?$/

const toTest = (part: string): Test | undefined => {
  if (part === '' || part === '*') return () => true
  const match = PART.exec(part)
  if (!match) return undefined
  const [, sign = '=', ...names] = match
  const given = names.map(Number).findIndex((number) => !Number.isInteger(number))
  const precision = given === -1 ? 3 : given
  if (precision === 0) return () => true
  const from = names.map((name, i) => (i < precision ? Number(name) : 0)) as Version
  const next = (at: number): Version => from.map((n, i) => (i < at ? n : i === at ? n + 1 : 0)) as Version
  const end = next(precision - 1)
  switch (sign) {
    case '>=':
      return (version) => compare(version, from) >= 0
    case '>':
      return (version) => compare(version, precision === 3 ? from : end) >= (precision === 3 ? 1 : 0)
    case '<':
      return (version) => compare(version, from) < 0
    case '<=':
      return (version) => compare(version, end) < 0
    case '^': {
      const lead = from.slice(0, precision).findIndex((number) => number > 0)
      return between(from, next(lead === -1 ? precision - 1 : lead))
    }
    case '~':
      return between(from, next(Math.min(1, precision - 1)))
    default:
      return between(from, end)
  }
}

const between = (from: Version, end: Version): Test => {
  return (version) => compare(version, from) >= 0 && compare(version, end) < 0
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

const toVersion = (text: string): Version | undefined => {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(text)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}
