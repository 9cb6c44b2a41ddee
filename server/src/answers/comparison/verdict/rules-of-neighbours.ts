import { slug } from '../../../ground/kernel/quoted.ts'
import type { Evidence } from '../evidence/failure-evidence.ts'
import { count, lacks, rule, type Said } from './draft-verdict.ts'
import { type ExperimentFinding, findingAfterOthers, findingOfExperiments } from './experiment-finding.ts'
import { OF_TRIALS, proved, timesOf } from './rules-of-experiments.ts'

type Suspect = Evidence<(typeof OF_TRIALS)[number]>

/** Judges a test that passes alone by trials after the files that ran before it, if they decide by themselves. */
export const byNeighbours = rule(OF_TRIALS, (suspect) => {
  const found = findingAfterOthers(suspect)
  const base = suspect.experiments?.neighbours?.base
  if (!found || !base) return null
  const first = `${passedAlone(suspect)} ${after(suspect, 'After')}, it failed`
  if (found.finding === 'proved') return proved(found, base, first)
  // Of a base that is not compared, only what speaks against this change counts.
  if (found.finding !== 'fails-on-base-now' || !base.isCompared) return null
  return {
    kind: 'base-is-broken',
    rule: 'fails-on-base-now',
    because: `${first} ${timesOf(found, base)}, with the same error: files of the base break it, too.`,
  }
})

/** What passes alone is not cleared: it may need the tests that ran before it. */
export const onlyInWholeRun = rule(OF_TRIALS, (suspect) => {
  const found = findingOfExperiments(suspect)
  if (found?.finding !== 'passes-alone') return null
  const beside = findingAfterOthers(suspect)
  if (beside && beside.here.failed > 0)
    return unclear(
      `${passedAlone(suspect)} ${after(suspect, 'After')}, it failed ${timesOf(beside, suspect.experiments?.neighbours?.base ?? null)}. A flake, or a test before it that breaks it.`,
    )
  const passed = `its file alone passed in ${count(found.here.passed, 'trial')} here`
  return unclear(
    beside && beside.here.passed > 0
      ? `It fails only in the whole run: ${passed}, and ${after(suspect, 'after')} in ${beside.here.passed}. A flake, or tests that run at the same time and break it.`
      : `It fails only in the whole run: ${passed}. A flake, or a test before it that breaks it.`,
  )
})

const unclear = (because: string): Said => ({
  kind: 'unknown',
  rule: 'only-in-whole-run',
  because,
  ...lacks('another-run', 'a second run of all tests, not of this one alone', 1, 2),
})

function passedAlone(suspect: Suspect): string {
  const { passed = 0 }: Partial<ExperimentFinding['here']> = findingOfExperiments(suspect)?.here ?? {}
  return `Its file alone passed in ${count(passed, 'trial')} here.`
}

/** `after a.test.ts`, or `after the 12 files before it`. */
function after({ experiments }: Suspect, word: string): string {
  const files = experiments?.neighbours?.after ?? []
  return `${word} ${files.length === 1 ? slug(files[0] ?? '') : `the ${files.length} files before it`}`
}
