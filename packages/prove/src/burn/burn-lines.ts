import type { BurnedIn } from '../burn-in.ts'
import { labelOf } from '../sentence-of.ts'
import type { Burned, BurnTest } from './burn.ts'

/** A test of a burn-in: one that the server has not seen, or one of a changed file. */
export interface Subject extends BurnTest {
  isNew: boolean
}

/** Returns a line for each test that disagrees or fails, and one for all; `flaky` counts those that are newly flaky. */
export const burnLines = (
  { burned, runs, seconds }: BurnedIn,
  subjects: Subject[],
  wasFlaky: (test: BurnTest) => boolean,
): { lines: string[]; flaky: number } => {
  const fresh = new Set<BurnTest>(subjects.filter(({ isNew }) => isNew))
  const isNewlyFlaky = ({ test, finding }: Burned) =>
    finding === 'flaky' && (fresh.has(test) || !wasFlaky(test))
  const lines = burned.flatMap((one) => {
    const said = sentenceOf(one, one.finding === 'flaky' && !isNewlyFlaky(one))
    return said === undefined
      ? []
      : [`${labelOf(one.test)}: ${fresh.has(one.test) ? 'new' : 'changed'} test, ${said}`]
  })
  const flaky = burned.filter(isNewlyFlaky).length
  const unseen = burned.filter(({ finding, reason }) => finding === 'unseen' && reason === undefined).length
  const summary = `burn-in: ${counted(runs, 'run')} in ${Math.round(seconds)} s; of ${counted(burned.length, 'new or changed test')} ${flaky} ${flaky === 1 ? 'is' : 'are'} newly flaky${unseen > 0 ? `, ${unseen} did not run` : ''}`
  return { lines: [...lines, summary], flaky }
}

const sentenceOf = ({ finding, counts, inOrder, reason }: Burned, isOld: boolean): string | undefined => {
  const { failed, passed } = counts
  const of = (one: { failed: number; passed: number }) => `${one.failed} of ${one.failed + one.passed}`
  const others = { failed: failed - inOrder.failed, passed: passed - inOrder.passed }
  const sentences = {
    flaky: `failed ${of(counts)} on the same code${isOld ? '; it was flaky before this change, too' : ''}`,
    order: `which depends on the order of the tests in its file: failed ${of(inOrder)} in its own order, ${of(others)} in others`,
    fails: `failed ${of(counts)} on the same code`,
    passes: undefined,
    unseen: reason === undefined ? undefined : `not repeated: ${reason}`,
  }
  return sentences[finding]
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
