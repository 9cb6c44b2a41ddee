const DATE =
  /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?:[T _-]?([01]\d|2[0-3])[-_.:]?([0-5]\d)(?:[-_.:]?([0-5]\d))?)?(?!\d)/g
/** Seconds or milliseconds since the epoch, from 2001 to 2286. */
const EPOCH = /(?<!\d)([1-9]\d{9})(\d{3})?(?!\d)/g

/** When a run was, as a path says, in milliseconds since the epoch and UTC; the last that it says counts. */
export const dateOfName = (path: string): number | undefined => {
  const dates = [...path.matchAll(DATE)].flatMap(
    ([, year, , month, day, hour = '00', minute = '00', second = '00']) =>
      timeOf(`${year}-${month}-${day}`, `${hour}:${minute}:${second}Z`) ?? [],
  )
  if (dates.length > 0) return dates.at(-1)
  const epoch = [...path.matchAll(EPOCH)].at(-1)
  return epoch ? Number(epoch[1]) * 1_000 + Number(epoch[2] ?? 0) : undefined
}

/** When a day and a time of it are, in milliseconds since the epoch; undefined for a day that no calendar has. */
const timeOf = (day: string, time: string): number | undefined => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (!Number.isFinite(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined
  const at = Date.parse(`${day}T${time}`)
  return Number.isFinite(at) ? at : undefined
}

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** A date that a person typed, as 2031-01-31 or 2031-01-31T08:00:00Z, without a zone in UTC. */
export const dateOfText = (text: string): number | undefined => {
  const [, day, time = '00:00', zone = 'Z'] = WRITTEN.exec(text) ?? []
  return day === undefined ? undefined : timeOf(day, time + zone)
}

/** A whole commit sha in a path, as of folders that CI names so. */
export const commitOfName = (path: string): string | undefined =>
  /(?<![\da-f])[\da-f]{40}(?![\da-f])/.exec(path)?.[0]
