const ATTEMPT = /^(.*[\\/])test_attempts[\\/]attempt_(\d{1,4})\.xml$/
const LAST = /^(.*[\\/])test\.xml$/

/** The target's folder if Bazel writes each attempt to a file of its own; else the empty string. */
export const seriesOf = (path: string): string => (ATTEMPT.exec(path) ?? LAST.exec(path))?.[1] ?? ''

/** The files in their order, but attempts of one target from the oldest to the newest. */
export const inSeries = <F extends { name: string; path?: string }>(files: readonly F[]): F[] => {
  const placed = files.map((file, index) => ({
    file,
    index,
    series: seriesOf(file.path ?? ''),
    number: numberOf(file.path),
  }))
  const firsts = new Map<string, number>()
  for (const { series, index } of placed) if (series && !firsts.has(series)) firsts.set(series, index)
  const placeOf = ({ series, index }: { series: string; index: number }) => firsts.get(series) ?? index
  return placed
    .sort((a, b) => placeOf(a) - placeOf(b) || a.number - b.number || a.index - b.index)
    .map(({ file }) => file)
}

const numberOf = (path = ''): number => {
  const attempt = ATTEMPT.exec(path)
  return attempt ? Number(attempt[2]) : Number.MAX_SAFE_INTEGER
}
