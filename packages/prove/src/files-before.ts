import type { RanFile } from '@svc/client/wrapped'
import type { FailedTest } from './failed-test.ts'

/** Times are rounded, so a file may seem to start before the previous one has ended. */
export const ROUNDING_MS = 2
/** More do not fit into a command. */
const MOST = 60
const MOST_CHARACTERS = 3_000

/**
 * Returns the files that may have broken a test, in the order in which they ran: those of its variant that had ended before
 * its own began, as those before it in its worker had. Runners do not say which worker ran a file. Only the last of them
 * if all would take longer than `seconds`.
 */
export const filesBefore = (
  { file, variant }: Pick<FailedTest, 'file' | 'variant'>,
  ran: RanFile[],
  seconds: number,
): string[] => {
  const own = ran.find((each) => each.file === file && each.variant === variant)
  if (!own) return []
  const ended = ran.filter(
    (each) => each.variant === variant && each.file !== file && each.endMs <= own.startMs + ROUNDING_MS,
  )
  const files: string[] = []
  let [left, characters] = [seconds, MOST_CHARACTERS]
  for (const each of ended.reverse()) {
    left -= (each.endMs - each.startMs) / 1_000
    characters -= each.file.length + 1
    if (left < 0 || characters < 0 || files.length === MOST) break
    files.unshift(each.file)
  }
  return files
}
