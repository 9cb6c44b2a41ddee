import { together } from '@svc/client/action'
import type { StepContext } from '../context.ts'
import { journals } from './journals.ts'
import type { Collected, Source } from './source.ts'

const SOURCES: Source[] = [journals]

/** Sends the results of every source. */
export const collect = async (context: StepContext): Promise<Collected> => {
  const all: Collected = { executionIds: [], sent: 0, left: 0, hasTrouble: false }
  for (const source of SOURCES) {
    const { executionIds, sent, left, hasTrouble, tally } = await source(context)
    all.executionIds = [...new Set([...all.executionIds, ...executionIds])]
    all.sent += sent
    all.left += left
    all.hasTrouble ||= hasTrouble
    if (tally) all.tally = all.tally ? together(all.tally, tally) : tally
  }
  return all
}
