import { join, relative } from 'node:path'
import type { SentError } from '@svc/client/wrapped'
import { type Burned, type BurnResult, type BurnTest, burn, type FileRun } from './burn/burn.ts'
import { commandHere } from './commands-of.ts'
import { runFile } from './runners/run-file.ts'
import { readTemplate } from './runners/template.ts'
import { copyTree } from './trees/copy-tree.ts'
import { readTree, type TreeState } from './trees/read-tree.ts'
import { removeLeft } from './trees/worktree.ts'
import { wordsOf } from './words-of.ts'

/** What to repeat, and how. */
export interface BurnIn {
  tests: BurnTest[]
  /** The command that ran them, or one that replaces it. */
  words: string[]
  /** The folder in which the command started. */
  folder: string
  /** The top of its tree. */
  root: string
  seconds: number
  /** When the command that ran them was started, milliseconds since the epoch: what it wrote is not the change. */
  since?: number | undefined
  env: NodeJS.ProcessEnv
  /** Is told how to end what runs now; returns a function that forgets it. */
  onStop(end: () => void): () => void
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
export const burnIn = async (wish: BurnIn): Promise<BurnedIn | { reason: string }> => {
  try {
    return await burnInCopy(wish)
  } catch (error) {
    return { reason: wordsOf(error) }
  }
}

const burnInCopy = async (wish: BurnIn): Promise<BurnedIn | { reason: string }> => {
  const { tests, words, folder, root, seconds, env } = wish
  const template = readTemplate(words, folder)
  if (!template)
    return {
      reason: `${words.join(' ')} does not show how it calls Playwright, Vitest or Jest; --rerun-command names a command that does`,
    }
  const begunAt = Date.now()
  const startedAt = performance.now()
  const now = () => (performance.now() - startedAt) / 1_000
  let isStopped = false
  const stop = new AbortController()
  let endRun = () => {}
  const forget = wish.onStop(() => {
    isStopped = true
    stop.abort()
    endRun()
  })
  const onStart = (end: () => void) => {
    endRun = end
    if (isStopped) end()
  }
  await removeLeft(root, env)
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(seconds * 1_000)])
  const copied = await copyTree({ root, env, what: 'whole', ignored: [], signal }).catch((error: Error) => ({
    reason: signal.aborted ? endedBefore(isStopped) : wordsOf(error),
  }))
  try {
    if ('reason' in copied) return copied
    // After the copy: an edit in between is one, too.
    const state = await readTree(root, env, wish.since)
    const inside = relative(root, folder)
    const wordsFor = ({ file, variant }: Pick<BurnTest, 'file' | 'variant'>, seed?: number) =>
      template.words(
        {
          file: relative(inside, file).replaceAll('\\', '/'),
          // A variant of the settings is no project of the runner.
          variant: env.SVC_VARIANT ? '' : variant,
        },
        seed,
      )
    const run = async (file: BurnTest[], seed: number | undefined, secondsLeft: number): Promise<FileRun> => {
      const [first] = file
      const before = now()
      const ran = await runFile({
        words: wordsFor(first ?? { file: '', variant: '' }, seed),
        env: { ...env, ...template.env },
        folder: join(copied.folder, inside),
        root: copied.folder,
        caller: root,
        timeoutMs: secondsLeft * 1_000,
        onStart,
      })
      endRun = () => {}
      return ran.kind === 'void'
        ? { ...ran, seconds: now() - before }
        : { kind: 'ran', ...resultsOf(file, ran.outcomes.tests, seed), seconds: now() - before }
    }
    const bounds = {
      budget: seconds - now(),
      now,
      isStopped: () => isStopped,
      canShuffle: template.canShuffle,
      random: Math.random,
    }
    return {
      ...(await burn(tests, run, bounds, wish.tell)),
      seconds: now(),
      head: state.head ?? '',
      state,
      startedAt: begunAt,
      commandOf: (test) => commandHere({ words: wordsFor(test), names: Object.keys(template.env), inside }),
    }
  } finally {
    forget()
    if ('folder' in copied) await copied.remove()
  }
}

const endedBefore = (isStopped: boolean): string =>
  isStopped ? 'it was stopped' : 'the time was over before the tree was copied'

type Outcome = Extract<Awaited<ReturnType<typeof runFile>>, { kind: 'ran' }>['outcomes']['tests'][number]

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
