import { join, relative } from 'node:path'
import { errorLine } from '@svc/protocol'
import { commandsOf } from './commands-of.ts'
import { makeComparison } from './comparison.ts'
import type { FailedTest } from './failed-test.ts'
import type { Side } from './rule/causes.ts'
import { runFile } from './runners/run-file.ts'
import { readTemplate } from './runners/template.ts'
import { type Outcome, type Proof, seek, type Tried } from './seek.ts'
import { installOf } from './trees/fill-checkout.ts'
import { makeTrees } from './trees/make-trees.ts'
import type { TreeState } from './trees/read-tree.ts'
import { wordsOf } from './words-of.ts'

/** What to look into, and how. */
export interface Search {
  failures: FailedTest[]
  /** The command that failed, or one that replaces it. */
  words: string[]
  /** The folder in which the command started. */
  folder: string
  /** The top of its tree. */
  root: string
  base: { sha: string }
  seconds: number
  setup?: string
  copies: string[]
  /** When the command that failed was started, milliseconds since the epoch: what it wrote is not the change. */
  since?: number | undefined
  env: NodeJS.ProcessEnv
  /** Is told how to end what runs now; returns a function that forgets it. */
  onStop(end: () => void): () => void
  /** Called after each trial. */
  tell?(proof: Proof<FailedTest>, side: Side, outcome: Outcome): void
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
  /** Commands that repeat a trial by hand at the top of the tree, for a POSIX shell; variables have no values. */
  commandsOf(test: FailedTest): Record<Side, string>
}

/**
 * Repeats failed tests on copies of this tree and of the base, and returns what that shows; or why nothing can be tried.
 * Never rejects: the caller has an exit code and a report that an error here must not cost.
 */
export const prove = async (search: Search): Promise<Proven | { reason: string }> => {
  try {
    return await proveIn(search)
  } catch (error) {
    return { reason: wordsOf(error) }
  }
}

const proveIn = async (search: Search): Promise<Proven | { reason: string }> => {
  const { words, folder, root, base, seconds, setup, copies, env } = search
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
  let endTrial = () => {}
  const forget = search.onStop(() => {
    isStopped = true
    stop.abort()
    endTrial()
  })
  const onStart = (end: () => void) => {
    endTrial = end
    if (isStopped) end()
  }
  const trees = await makeTrees({
    root,
    sha: base.sha,
    copies,
    since: search.since,
    env,
    timeoutMs: seconds * 1_000,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(seconds * 1_000)]),
    onStart,
    ...(setup !== undefined && { setup }),
  })
  try {
    if ('reason' in trees) return isStopped ? { reason: 'it was stopped' } : trees
    const inside = relative(root, folder)
    const compare = makeComparison()
    let leg: string | undefined
    // A variant of the settings is no project of the runner.
    const callOf = ({ file, variant }: FailedTest) =>
      template.words({ file: fileFrom(inside, file), variant: env.SVC_VARIANT ? '' : variant })
    const trial = async (test: FailedTest, side: Side, secondsLeft: number): Promise<Tried<FailedTest>> => {
      const before = now()
      const own = trees[side].folder
      const ran = await runFile({
        words: callOf(test),
        env: { ...env, ...template.env },
        folder: join(own, inside),
        root: own,
        caller: root,
        timeoutMs: secondsLeft * 1_000,
        onStart,
      })
      endTrial = () => {}
      if (side === 'here' && ran.kind === 'ran') leg ??= ran.outcomes.tests[0]?.leg
      const seconds = now() - before
      const beside = search.failures.flatMap((other) =>
        other !== test && other.file === test.file && other.variant === test.variant
          ? [{ test: other, outcome: { ...compare(other, side, ran), seconds } }]
          : [],
      )
      return { ...compare(test, side, ran), seconds, beside }
    }
    const left = seconds - now()
    const suspects = suspectsOf(search.failures).map((test) => ({
      test,
      // The base that was compared had it, and did not fail in this way.
      runsBefore: { failed: 0, passed: 1 },
    }))
    const bounds = { budget: left, now, isStopped: () => isStopped, random: Math.random }
    const proofs = await seek(suspects, trial, bounds, search.tell)
    return {
      proofs,
      isBaseOlder: trees.isBaseOlder,
      head: trees.head,
      state: trees.state,
      startedAt: begunAt,
      ...(leg !== undefined && { leg }),
      commandsOf: (test) =>
        commandsOf(
          { words: callOf(test), names: Object.keys(template.env), inside },
          { sha: base.sha, install: setup ?? installOf(root) },
        ),
    }
  } finally {
    forget()
    if ('here' in trees) for (const tree of [trees.here, trees.base]) await tree.remove()
  }
}

const fileFrom = (inside: string, file: string): string => relative(inside, file).replaceAll('\\', '/')

/** One test of each error: failures that are alike have one cause. */
const suspectsOf = (failures: FailedTest[]): FailedTest[] => {
  const clusters = new Map<string, FailedTest[]>()
  for (const failure of failures) {
    const line = errorLine(failure.message)
    clusters.set(line, [...(clusters.get(line) ?? []), failure])
  }
  return [...clusters.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap(([first]) => first ?? [])
    .slice(0, MOST_SUSPECTS)
}
