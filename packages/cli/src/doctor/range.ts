import { isOlder } from './older.ts'

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
