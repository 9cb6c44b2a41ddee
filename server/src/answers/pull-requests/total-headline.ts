import { CONCLUSION_KINDS, type Conclusion } from '@svc/protocol'
import { conclusionOf, type Done, doneBy, doneIn, plainHeadline } from './headline.ts'
import { type Compared, outlineOf, sizeOf } from './outline.ts'
import { count, listed } from './words.ts'

/** The answer about one execution, and what it adds to the answer about its pull request. */
export interface Answered {
  headline: string
  conclusion: Conclusion
  mine: Done
  unknown: Done
  /** Tests that failed without a base, and failures outside tests. */
  failed: { tests: number; errors: number }
  /** Failures that something other than the change explains. */
  explained: number
  /** Tests that were flaky in a burn-in. */
  burned: number
}

export function answerOf(compared: Compared): Answered {
  const sections = outlineOf(compared)
  const failuresOf = (topic: string) => sections.find((each) => each.topic === topic)?.failures ?? []
  const other = sections.filter(({ topic }) => !['mine', 'unknown', 'no-base'].includes(topic))
  return {
    headline: plainHeadline(compared),
    conclusion: conclusionOf(compared),
    mine: doneIn(failuresOf('mine')),
    unknown: doneIn(failuresOf('unknown')),
    failed: sizeOf(failuresOf('no-base')),
    explained: other.reduce((sum, { failures }) => sum + sizeOf(failures).all, 0),
    burned: new Set(compared.flakyInBurnIn.map(({ testId }) => testId)).size,
  }
}

/**
 * The answer of all suites of a pull request as one line of plain text, with its conclusion: the headline of
 * the only suite, or the total of several. Null stands for a suite whose results were removed.
 */
export function totalHeadline(suites: (Answered | null)[]): {
  headline: string | null
  conclusion: Conclusion | null
} {
  const known = suites.filter((each) => each !== null)
  const [only] = known
  if (only === undefined) return { headline: null, conclusion: null }
  if (suites.length === 1) return { headline: only.headline, conclusion: only.conclusion }
  const conclusion =
    CONCLUSION_KINDS.find((kind) => known.some((each) => each.conclusion === kind)) ?? 'passed'
  return { headline: wordsOf(conclusion, known, suites.length), conclusion }
}

function wordsOf(conclusion: Conclusion, known: Answered[], all: number): string {
  const n = known.filter((each) => each.conclusion === conclusion).length
  const inSuites = `in ${n === all ? `all ${all}` : `${n} of ${all}`} suites`
  const mine = sumOf(known.map((each) => each.mine))
  const unknown = listed(doneBy(sumOf(known.map((each) => each.unknown))))
  const burned = known.reduce((sum, each) => sum + each.burned, 0)
  const alsoFlaky = `${count(burned, 'new or changed test')} ${burned === 1 ? 'is' : 'are'} flaky`
  switch (conclusion) {
    case 'mine': {
      const rest = unknown === '' ? '' : `; it possibly also ${unknown}`
      return `❌ This change ${listed(doneBy(mine))} ${inSuites}${rest}`
    }
    case 'unknown':
      return unknown === ''
        ? `⚠️ The cause is not certain ${inSuites}`
        : `⚠️ This change possibly ${unknown} ${inSuites}`
    case 'no-base-failed': {
      const tests = known.reduce((sum, { failed }) => sum + failed.tests, 0)
      const errors = known.reduce((sum, { failed }) => sum + failed.errors, 0)
      const what = [
        ...(tests > 0 ? [`${count(tests, 'test')} failed`] : []),
        ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
      ]
      return what.length === 0
        ? `⚠️ The run failed although no test failed ${inSuites}`
        : `❌ ${listed(what)} ${inSuites}, no base run to compare with yet`
    }
    case 'incomplete':
      return `⚠️ The run is incomplete ${inSuites}`
    case 'not-mine': {
      const failures = known.reduce((sum, { explained }) => sum + explained, 0)
      const words = `Not this change: ${count(failures, 'failure')} ${failures === 1 ? 'has another cause' : 'have other causes'}`
      return burned === 0 ? `✅ ${words}` : `⚠️ ${words}; ${alsoFlaky}`
    }
    case 'passed':
      return burned === 0 ? `✅ Nothing broke ${inSuites}` : `⚠️ Nothing broke ${inSuites}, but ${alsoFlaky}`
  }
}

const sumOf = (each: Done[]): Done =>
  each.reduce((sum, one) => ({
    broke: sum.broke + one.broke,
    new: sum.new + one.new,
    woken: sum.woken + one.woken,
    notCompared: sum.notCompared + one.notCompared,
    errors: sum.errors + one.errors,
  }))
