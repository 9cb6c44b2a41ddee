const DATE =
  /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?:[T _-]?([01]\d|2[0-3])[-_.:]?([0-5]\d)(?:[-_.:]?([0-5]\d))?)?(?!\d)/g
/** Seconds or milliseconds since the epoch, from 2001 to 2286. */
const EPOCH = /(?<!\d)([1-9]\d{9})(\d{3})?(?!\d)/g

/** When a run was, as a path says, in milliseconds since the epoch and UTC; the last that it says counts. */
export const dateOfName = (path: string): number | undefined => {
  const date = [...path.matchAll(DATE)].at(-1)
  if (date) {
    const [, year, , month, day, hour = '00', minute = '00', second = '00'] = date
    const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (Number.isFinite(time)) return time
  }
  const epoch = [...path.matchAll(EPOCH)].at(-1)
  return epoch ? Number(epoch[1]) * 1_000 + Number(epoch[2] ?? 0) : undefined
}

/** A whole commit sha in a path, as of folders that CI names so. */
export const commitOfName = (path: string): string | undefined =>
  /(?<![\da-f])[\da-f]{40}(?![\da-f])/.exec(path)?.[0]
