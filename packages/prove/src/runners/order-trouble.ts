import type { FailedTest } from '../failed-test.ts'
import { ROUNDING_MS } from '../files-before.ts'
import type { Ran } from './run-file.ts'

/** Returns why a trial did not run just these files, one after the other, and then that of the test; undefined if it did. */
export const orderTrouble = (
  { file, variant }: FailedTest,
  files: string[],
  { outcomes: { tests, files: ran } }: Extract<Ran, { kind: 'ran' }>,
): string | undefined => {
  const own = ran.find((each) => each.file === file && each.variant === variant)
  // The test did not run, which is said elsewhere.
  if (!own) return undefined
  const reported = new Set(tests.map((test) => test.file))
  const missing = files.find((each) => !reported.has(each))
  if (missing !== undefined) return `${missing} did not run before it`
  const others = ran.filter((each) => each !== own)
  const other = others.find((each) => !files.includes(each.file) || each.variant !== variant)
  if (other) return `${other.file} ran, too`
  const inOrder = [...others].sort((one, next) => files.indexOf(one.file) - files.indexOf(next.file))
  const late = [...inOrder, own].find(
    (each, at, all) => each.startMs + ROUNDING_MS < (all[at - 1]?.endMs ?? 0),
  )
  return late && 'the runner took the files in another order'
}
