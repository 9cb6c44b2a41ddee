import { type Counts, type Side, sum } from './rule/causes.ts'
import { type Bounds, type Neighbours, type Outcome, type Proof, seek } from './seek.ts'

/** A trial of the test after these files; its file alone if there are none. */
export type TrialAfter = (files: string[], side: Side, secondsLeft: number) => Promise<Outcome>

/** A failure that comes back seldom in the company of others is none that can be narrowed down. */
const MOST_WHOLE = 2

/** Begins the reason of trials that say nothing because the file alone fails after them. */
const LEFT_BEHIND = 'what these tests left behind breaks it alone, too'

/**
 * Looks into a test whose file passed alone: lets the files before it run first. If it fails then, it halves their list, as
 * long as one half is enough, and tries the rest here and on the base. The trials that chose the files are no evidence. At
 * the end its file runs alone again: a failure would come from what is left in a place that both sides use.
 */
export const seekNeighbours = async <Test>(
  { test, evidence, trials: alone }: Pick<Proof<Test>, 'test' | 'evidence' | 'trials'>,
  before: string[],
  trial: TrialAfter,
  bounds: Bounds,
): Promise<Neighbours> => {
  const { now, isStopped } = bounds
  const end = now() + bounds.budget
  const isOver = () => isStopped() || now() >= end
  const here: Neighbours['trials'] = []
  const tryHere = async (files: string[]): Promise<Outcome['kind']> => {
    const outcome = await trial(files, 'here', end - now())
    // A trial that was ended says nothing.
    if (outcome.kind === 'void' && isOver()) return 'void'
    here.push({ side: 'here', outcome })
    return outcome.kind
  }
  const history = [evidence.history, evidence.here, evidence.base].reduce(sum)
  const said = (more: Pick<Neighbours, 'finding'> & Partial<Neighbours>): Neighbours => ({
    files: before,
    of: before.length,
    evidence: { here: countsOf(here), base: NONE, history, repeated: 0 },
    trials: here,
    ...more,
  })
  let fails = false
  while (!fails && here.length < MOST_WHOLE && !isOver()) fails = (await tryHere(before)) === 'failed'
  if (!fails) return said(countsOf(here).passed > 0 ? { finding: 'passes-alone' } : voidOf(here))
  let files = before
  while (files.length > 1 && !isOver()) {
    const middle = Math.ceil(files.length / 2)
    const [later, earlier] = [files.slice(middle), files.slice(0, middle)]
    if ((await tryHere(later)) === 'failed') files = later
    else if (!isOver() && (await tryHere(earlier)) === 'failed') files = earlier
    else break
  }
  const lastly = 2 * Math.max(0, ...alone.map(({ outcome }) => outcome.seconds))
  const [proof] = await seek(
    [{ test, runsBefore: history }],
    (_test, side, left) => trial(files, side, left),
    { ...bounds, budget: end - now() - lastly },
  )
  if (!proof) return said({ finding: 'undecided' })
  const found = said({ files, ...proof })
  if (proof.evidence.here.failed + proof.evidence.base.failed === 0) return found
  for (const side of ['here', 'base'] as const) {
    const outcome: Outcome = isOver()
      ? { kind: 'void', reason: 'the time was over', seconds: 0 }
      : await trial([], side, end - now())
    if (outcome.kind === 'passed') continue
    const reason = outcome.kind === 'void' ? outcome.reason : LEFT_BEHIND
    return { ...found, finding: 'void', reason, trials: found.trials.map(asVoid(reason)) }
  }
  return found
}

/** What is known of a test if its trials after the files before it were not possible, or not all: none counts then. */
export const untried = (files: string[], reason: string): Neighbours => ({
  files,
  of: files.length,
  evidence: { here: NONE, base: NONE, history: NONE, repeated: 0 },
  trials: [],
  finding: 'void',
  reason,
})

const NONE: Counts = { failed: 0, passed: 0 }

const countsOf = (trials: Neighbours['trials']): Counts => ({
  failed: trials.filter(({ outcome }) => outcome.kind === 'failed').length,
  passed: trials.filter(({ outcome }) => outcome.kind === 'passed').length,
})

const voidOf = (trials: Neighbours['trials']): Pick<Neighbours, 'finding' | 'reason'> => {
  const outcome = trials.at(-1)?.outcome
  return outcome?.kind === 'void' ? { finding: 'void', reason: outcome.reason } : { finding: 'undecided' }
}

const asVoid =
  (reason: string) =>
  ({ side, outcome: { seconds } }: Neighbours['trials'][number]): Neighbours['trials'][number] => ({
    side,
    outcome: { kind: 'void', reason, seconds },
  })
