import type { Head, Sink } from './format.ts'
import { bazel } from './junit/dialects/bazel.ts'
import type { FileOutcome } from './outcome.ts'

const ATTEMPT = /^(.*[\\/])test_attempts[\\/]attempt_(\d{1,4})\.xml$/
const LAST = /^(.*[\\/])test\.xml$/

/** True for the report of a target's last attempt, unless Bazel wrote it itself. */
export const isOwnEnd = (path: string, head: Head): boolean => LAST.test(path) && !bazel.detect(head)

/** True for the report of an attempt that is not the last one. */
export const isEarlier = (path: string): boolean => ATTEMPT.test(path)

/**
 * Bazel writes one test for an attempt that left no report, for example because its time was up. If a later attempt has
 * a report of its own tests, that decides, and the one test was repeated.
 */
export const repeatStub = (sink: Sink, outcome: FileOutcome): void => {
  const { test } = sink
  sink.test = (name, attempts, repeat) =>
    test(
      name,
      outcome.dialect === 'bazel' ? [...attempts, { status: 'passed', durationMs: 0 }] : attempts,
      repeat,
    )
}

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
  const seriesPlaceOf = ({ series, index }: { series: string; index: number }) => firsts.get(series) ?? index
  return placed
    .sort((a, b) => seriesPlaceOf(a) - seriesPlaceOf(b) || a.number - b.number || a.index - b.index)
    .map(({ file }) => file)
}

const numberOf = (path = ''): number => {
  const attempt = ATTEMPT.exec(path)
  return attempt ? Number(attempt[2]) : Number.MAX_SAFE_INTEGER
}
