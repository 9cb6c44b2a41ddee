import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RanFile } from '@svc/client/wrapped'
import { errorLine } from '@svc/protocol'
import { commandsOf } from './commands-of.ts'
import { makeComparison } from './comparison.ts'
import type { FailedTest } from './failed-test.ts'
import { filesBefore } from './files-before.ts'
import { seekNeighbours, untried } from './neighbours.ts'
import type { Side } from './rule/causes.ts'
import { passesAlone } from './rule/decide.ts'
import { orderTrouble } from './runners/order-trouble.ts'
import { type Bounds, type Outcome, type Proof, type Suspect, seek, type Tried } from './seek.ts'
import { namesIn } from './trees/changed-files.ts'
import { installOf } from './trees/fill-checkout.ts'
import { makeTrees, type Trees } from './trees/make-trees.ts'
import type { TreeState } from './trees/read-tree.ts'
import { type Sealed, sealTree } from './trees/seal-tree.ts'
import { prepareTrials, type Repeatable } from './trials.ts'
import { wordsOf } from './words-of.ts'

/** Runs the file of a test after these, once; alone if there are none. */
type TrialOfNeighbours = (
  test: FailedTest,
  files: string[],
  side: Side,
  secondsLeft: number,
) => Promise<Outcome>

interface Company extends Omit<Bounds, 'budget'> {
  /** Of all trials together, from the start. */
  seconds: number
  ranWith(test: FailedTest): RanFile[]
  trial: TrialOfNeighbours
  trees: Pick<Trees, 'here' | 'base'>
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/** The files before a test run several times: here until it fails, for each half of them, and on both sides. */
const LEAST_TIMES = 3

/** What to look into, and how. */
export interface Search extends Repeatable {
  failures: FailedTest[]
  base: { sha: string }
  setup?: string
  copies: string[]
  /** When the command that failed was started, milliseconds since the epoch: what it wrote is not the change. */
  since?: number | undefined
  /** When files ran in the run in which a test failed; empty if nobody knows. */
  ranWith?(test: FailedTest): RanFile[]
  /** Called after each trial, with the number of files that ran before that of the test. */
  tell?(test: FailedTest, side: Side, outcome: Outcome, after: number): void
}

/** More are rarely told apart in the time that people wait. */
const MOST_SUSPECTS = 20

/** What trials show. */
export interface Proven {
  proofs: Proof<FailedTest>[]
  /** False if the base has commits that this tree lacks: one of them may have mended the test. */
  isBaseOlder: boolean
  /** The commit that is checked out in the caller's tree. */
  head: string
  /** The caller's tree, without new files that the tests wrote. */
  state: TreeState
  /** Milliseconds since the epoch. */
  startedAt: number
  /** The leg that the reporter of the trials names, which its settings may set; absent if no trial ran here. */
  leg?: string
  /**
   * Commands that repeat a trial by hand at the top of the tree, after these files if any, for a POSIX shell; variables have
   * no values.
   */
  commandsOf(test: FailedTest, after?: string[]): Record<Side, string>
}

/**
 * Repeats failed tests on copies of this tree and of the base, and returns what that shows; or why nothing can be tried.
 * Never rejects: the caller has an exit code and a report that an error here must not cost.
 */
export const prove = (search: Search): Promise<Proven | { reason: string }> =>
  proveIn(search).catch((error: unknown) => ({ reason: wordsOf(error) }))

const proveIn = async (search: Search): Promise<Proven | { reason: string }> => {
  const { root, base, seconds, setup, copies, env } = search
  const trials = prepareTrials(search)
  if ('reason' in trials) return trials
  const startedAt = Date.now()
  const { now, isStopped, signal, calledFor } = trials
  const trees = await makeTrees({
    root,
    sha: base.sha,
    copies,
    since: search.since,
    env,
    timeoutMs: seconds * 1_000,
    signal,
    onStart: trials.onStart,
    ...(setup !== undefined && { setup }),
  })
  try {
    if ('reason' in trees) return isStopped() ? { reason: 'it was stopped' } : trees
    const compare = makeComparison()
    let leg: string | undefined
    const names = await namesIn(root, base.sha, env)
    /** Files of this tree as the base has them. */
    const onBase = (files: string[]): string[] =>
      files.map((file) => names.get(file) ?? file).filter((file) => existsSync(join(trees.base.folder, file)))
    const run = async (test: FailedTest, side: Side, secondsLeft: number, files: string[] = []) => {
      const after = side === 'base' ? onBase(files) : files
      const { ran, seconds } = await trials.run(
        trees[side].folder,
        calledFor({ ...test, after }),
        secondsLeft,
      )
      if (side === 'here' && ran.kind === 'ran') leg ??= ran.outcomes.tests[0]?.leg
      const reason = ran.kind === 'ran' && files.length > 0 ? orderTrouble(test, after, ran) : undefined
      return { ran: reason === undefined ? ran : ({ kind: 'void', reason } as const), seconds }
    }
    const trial = async (test: FailedTest, side: Side, secondsLeft: number): Promise<Tried<FailedTest>> => {
      const { ran, seconds } = await run(test, side, secondsLeft)
      const beside = search.failures.flatMap((other) =>
        other !== test && other.file === test.file && other.variant === test.variant
          ? [{ test: other, outcome: { ...compare(other, side, ran), seconds } }]
          : [],
      )
      return { ...compare(test, side, ran), seconds, beside }
    }
    const ranWith = (test: FailedTest) => search.ranWith?.(test) ?? []
    const half = (seconds + now()) / 2
    const bounds = { now, isStopped, random: Math.random }
    const proofs = await seek(
      suspectsOf(search.failures),
      trial,
      { ...bounds, budget: seconds - now() },
      {
        tell: ({ test }, side, outcome) => search.tell?.(test, side, outcome, 0),
        isEnough: ({ test, evidence }) =>
          now() >= half && passesAlone(evidence) && filesBefore(test, ranWith(test), seconds).length > 0,
      },
    )
    const afterOthers: TrialOfNeighbours = async (test, files, side, secondsLeft) => {
      const { ran, seconds } = await run(test, side, secondsLeft, files)
      const outcome = { ...compare(test, side, ran), seconds }
      search.tell?.(test, side, outcome, files.length)
      return outcome
    }
    await addNeighbours(proofs, { ...bounds, seconds, ranWith, trial: afterOthers, trees, env, signal })
    return {
      proofs,
      isBaseOlder: trees.isBaseOlder,
      head: trees.head,
      state: trees.state,
      startedAt,
      ...(leg !== undefined && { leg }),
      commandsOf: (test, after = []) =>
        commandsOf(
          calledFor({ ...test, after }),
          { sha: base.sha, install: setup ?? installOf(root, env) },
          calledFor({ ...test, after: after.map((file) => names.get(file) ?? file) }),
        ),
    }
  } finally {
    trials.forget()
    if ('here' in trees) for (const tree of [trees.here, trees.base]) await tree.remove()
  }
}

/** One test of each error, and a spare one: failures that are alike have one cause. */
const suspectsOf = (failures: FailedTest[]): Suspect<FailedTest>[] => {
  const clusters = new Map<string, FailedTest[]>()
  for (const failure of failures) {
    const line = errorLine(failure.message)
    clusters.set(line, [...(clusters.get(line) ?? []), failure])
  }
  return [...clusters.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_SUSPECTS)
    .flatMap(([test, ...others]) => {
      // What keeps a file from running keeps its other tests, too.
      const spare = others.find(({ file }) => file !== test?.file) ?? others[0]
      // The base that was compared had it, and did not fail in this way.
      const runsBefore = { failed: 0, passed: 1 }
      return test ? [{ test, runsBefore, ...(spare && { spare }) }] : []
    })
}

/**
 * Looks into the tests whose files passed alone, with the files before them. After all other trials: what they leave in a
 * place that both sides use must not reach those. The trees are as before in each trial, because a test that breaks others
 * often writes files.
 */
const addNeighbours = async (
  proofs: Proof<FailedTest>[],
  { seconds, ranWith, trial, trees, env, signal, ...bounds }: Company,
): Promise<void> => {
  const { now, isStopped } = bounds
  const sealed: Sealed[] = []
  try {
    for (const proof of proofs) {
      const left = seconds - now()
      if (!proof.isSuspect || proof.finding !== 'passes-alone' || left <= 0 || isStopped()) continue
      const files = filesBefore(proof.test, ranWith(proof.test), left / LEAST_TIMES)
      if (files.length === 0) continue
      const inTree = async (after: string[], side: Side, secondsLeft: number): Promise<Outcome> => {
        const outcome = await trial(proof.test, after, side, secondsLeft)
        if (!signal.aborted) await sealed[side === 'here' ? 0 : 1]?.restore()
        return outcome
      }
      try {
        if (sealed.length === 0)
          for (const side of ['here', 'base'] as const)
            sealed.push(await sealTree(trees[side].folder, { env, signal }))
        const found = await seekNeighbours(proof, files, inTree, { ...bounds, budget: seconds - now() })
        proof.neighbours = found
        if (found.finding === 'proved' || found.finding === 'fails-on-base-now') proof.finding = found.finding
      } catch (error) {
        // Of a search that was ended, only what the trials before show is known.
        if (!signal.aborted) proof.neighbours = untried(files, wordsOf(error))
        return
      }
    }
  } finally {
    for (const each of sealed) each.remove()
  }
}
