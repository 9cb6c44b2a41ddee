import type { Run } from '../run.ts'
import { journals } from './journals.ts'
import type { Collected, Source } from './source.ts'

const SOURCES: Source[] = [journals]

/** Sends what every source has. */
export const collect = async (run: Run): Promise<Collected> => {
  const all: Collected = { executionIds: [], sent: 0, left: 0, hasTrouble: false }
  for (const source of SOURCES) {
    const { executionIds, sent, left, hasTrouble, failed } = await source(run)
    all.executionIds = [...new Set([...all.executionIds, ...executionIds])]
    all.sent += sent
    all.left += left
    all.hasTrouble ||= hasTrouble
    if (failed) all.failed = new Set([...(all.failed ?? []), ...failed])
  }
  return all
}
