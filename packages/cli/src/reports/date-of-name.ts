const DATE =
  /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?:[T _-]?([01]\d|2[0-3])[-_.:]?([0-5]\d)(?:[-_.:]?([0-5]\d))?)?(?!\d)/g
/** Seconds or milliseconds since the epoch, from 2001 to 2286. */
const EPOCH = /(?<!\d)([1-9]\d{9})(\d{3})?(?!\d)/g

/** Returns the last date in a path, read as UTC, in milliseconds since the epoch. */
export const dateOfName = (path: string): number | undefined => {
  const dates = [...path.matchAll(DATE)].flatMap(
    ([, year, , month, day, hour = '00', minute = '00', second = '00']) =>
      timeOf(`${year}-${month}-${day}`, `${hour}:${minute}:${second}Z`) ?? [],
  )
  if (dates.length > 0) return dates.at(-1)
  const epoch = [...path.matchAll(EPOCH)].at(-1)
  return epoch ? Number(epoch[1]) * 1_000 + Number(epoch[2] ?? 0) : undefined
}

/** Returns the milliseconds since the epoch of a day and time; undefined for an invalid day. */
const timeOf = (day: string, time: string): number | undefined => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (!Number.isFinite(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined
  const ms = Date.parse(`${day}T${time}`)
  return Number.isFinite(ms) ? ms : undefined
}

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** Returns a typed date such as 2031-01-31 or 2031-01-31T08:00:00Z, in milliseconds since the epoch; UTC by default. */
export const dateOfText = (text: string): number | undefined => {
  const [, day, time = '00:00', zone = 'Z'] = WRITTEN.exec(text) ?? []
  return day === undefined ? undefined : timeOf(day, time + zone)
}

/** Returns a full commit sha in a path, because CI names folders after commits. */
export const commitOfName = (path: string): string | undefined =>
  /(?<![\da-f])[\da-f]{40}(?![\da-f])/.exec(path)?.[0]
