import type { RanFile } from '@svc/client/wrapped'
import type { FailedTest } from './failed-test.ts'
import { filesBefore } from './files-before.ts'
import { seekNeighbours } from './neighbours.ts'
import type { Side } from './rule/causes.ts'
import type { Bounds, Outcome, Proof } from './seek.ts'
import type { Trees } from './trees/make-trees.ts'
import { type Sealed, sealTree } from './trees/seal-tree.ts'

/** Runs the file of a test after these, once; alone if there are none. */
export type TrialOfNeighbours = (
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

/**
 * Looks into the tests whose files passed alone, with the files before them. After all other trials: what they leave in a
 * place that both sides use must not reach those. The trees are as before in each trial, because a test that breaks others
 * often writes files.
 */
export const addNeighbours = async (
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
      if (sealed.length === 0)
        for (const side of ['here', 'base'] as const)
          sealed.push(await sealTree(trees[side].folder, { env, signal }))
      const inTree = async (after: string[], side: Side, secondsLeft: number): Promise<Outcome> => {
        const outcome = await trial(proof.test, after, side, secondsLeft)
        if (!signal.aborted) await sealed[side === 'here' ? 0 : 1]?.restore()
        return outcome
      }
      const budget = seconds - now()
      const found = await seekNeighbours(proof, files, inTree, { ...bounds, budget })
      proof.neighbours = found
      if (found.finding === 'proved' || found.finding === 'fails-on-base-now') proof.finding = found.finding
    }
  } catch {
    // The time is over, or git cannot restore a tree. What the trials before show is known.
  } finally {
    for (const each of sealed) each.remove()
  }
}
