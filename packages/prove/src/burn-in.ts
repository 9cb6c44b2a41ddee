import type { SentError } from '@svc/client/wrapped'
import { type Burned, type BurnResult, type BurnTest, burn, type FileRun } from './burn/burn.ts'
import { commandHere } from './commands-of.ts'
import type { Ran } from './runners/run-file.ts'
import { copyTree } from './trees/copy-tree.ts'
import { readTree, type TreeState } from './trees/read-tree.ts'
import { removeLeft } from './trees/worktree.ts'
import { prepareTrials, type Repeatable } from './trials.ts'
import { wordsOf } from './words-of.ts'

/** What to repeat, and how. */
export interface BurnIn extends Repeatable {
  tests: BurnTest[]
  /** When the command that ran them was started, milliseconds since the epoch: what it wrote is not the change. */
  since?: number | undefined
  /** Called after each run of a file, with its tests. */
  tell?(burned: Burned[], run: FileRun): void
}

/** What the repeats show. */
export interface BurnedIn {
  burned: Burned[]
  /** Runs of files. */
  runs: number
  seconds: number
  /** The commit that is checked out in the caller's tree. */
  head: string
  /** The caller's tree, without new files that the tests wrote. */
  state: TreeState
  /** Milliseconds since the epoch. */
  startedAt: number
  /** The command that repeats a trial by hand at the top of the tree, for a POSIX shell; variables have no values. */
  commandOf(test: BurnTest): string
}

/** Repeats tests in a copy of this tree, and returns what that shows; or why nothing can be repeated. Never rejects. */
export const burnIn = (wish: BurnIn): Promise<BurnedIn | { reason: string }> =>
  burnInCopy(wish).catch((error: unknown) => ({ reason: wordsOf(error) }))

const burnInCopy = async (wish: BurnIn): Promise<BurnedIn | { reason: string }> => {
  const { tests, root, seconds, env } = wish
  const trials = prepareTrials(wish)
  if ('reason' in trials) return trials
  const startedAt = Date.now()
  const { now, isStopped, signal, calledFor } = trials
  await removeLeft(root, env)
  const copied = await copyTree({ root, env, what: 'whole', ignored: [], signal }).catch((error: Error) => ({
    reason: signal.aborted ? endedBefore(isStopped()) : wordsOf(error),
  }))
  try {
    if ('reason' in copied) return copied
    // After the copy: an edit in between is one, too.
    const state = await readTree(root, env, wish.since)
    const run = async (file: BurnTest[], seed: number | undefined, secondsLeft: number): Promise<FileRun> => {
      const called = calledFor(file[0] ?? { file: '', variant: '' }, seed)
      const { ran, seconds } = await trials.run(copied.folder, called, secondsLeft)
      return ran.kind === 'void'
        ? { ...ran, seconds }
        : { kind: 'ran', ...resultsOf(file, ran.outcomes.tests, seed), seconds }
    }
    const { canShuffle } = trials.template
    const bounds = { budget: seconds - now(), now, isStopped, canShuffle, random: Math.random }
    return {
      ...(await burn(tests, run, bounds, wish.tell)),
      seconds: now(),
      head: state.head ?? '',
      state,
      startedAt,
      commandOf: (test) => commandHere(calledFor(test)),
    }
  } finally {
    trials.forget()
    if ('folder' in copied) await copied.remove()
  }
}

const endedBefore = (isStopped: boolean): string =>
  isStopped ? 'it was stopped' : 'the time was over before the tree was copied'

type Outcome = Extract<Ran, { kind: 'ran' }>['outcomes']['tests'][number]

/**
 * How the tests of a file ended, and with what. Tests of one name are told apart by their numbers, which are others in
 * another order: such a run shows nothing of them. Retries in the code disagree within a run.
 */
const resultsOf = (
  tests: BurnTest[],
  outcomes: Outcome[],
  seed: number | undefined,
): { results: Map<BurnTest, BurnResult>; errors: Map<BurnTest, SentError> } => {
  const byName = new Map<string, Outcome[]>()
  for (const outcome of outcomes)
    byName.set(nameOf(outcome), [...(byName.get(nameOf(outcome)) ?? []), outcome])
  const results = new Map<BurnTest, BurnResult>()
  const errors = new Map<BurnTest, SentError>()
  for (const test of tests) {
    const named = byName.get(nameOf(test)) ?? []
    if (named.length > 1 && seed !== undefined) continue
    const found = named.find(({ occurrence = 0 }) => occurrence === (test.occurrence ?? 0))
    if (!found || found.result === 'skipped') continue
    results.set(test, found.result === 'flaky' ? 'both' : found.result)
    if (found.error) errors.set(test, found.error)
  }
  return { results, errors }
}

const nameOf = ({ file, titles, variant }: BurnTest): string => JSON.stringify([file, variant, titles])
