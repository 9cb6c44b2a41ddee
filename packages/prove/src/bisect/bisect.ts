import { join, relative } from 'node:path'
import { errorLine } from '@svc/protocol'
import { startClock } from '../clock.ts'
import { commandsOf } from '../commands-of.ts'
import { makeComparison } from '../comparison.ts'
import type { FailedTest } from '../failed-test.ts'
import type { Counts } from '../rule/causes.ts'
import type { Rate } from '../rule/needed-runs.ts'
import { type Ran, runFile } from '../runners/run-file.ts'
import { readTemplate, unknownRunner } from '../runners/template.ts'
import { fillCheckout, installOf, type Needed, neededIn } from '../trees/fill-checkout.ts'
import { addWorktree, removeLeft } from '../trees/worktree.ts'
import type { Repeatable } from '../trials.ts'
import { wordsOf } from '../words-of.ts'
import { type Commit, commitsBetween } from './commits-between.ts'
import { type Nothing, search, type Visit, type Wanted } from './search.ts'

/** How one trial ended. */
type Trial = { kind: 'failed' | 'passed' } | { kind: 'void'; reason: string }

const SKIP = 125

/** Where to search the commit that broke a test, and how. */
export interface Bisection extends Repeatable {
  /** A commit in which it did not fail, and one in which it did: shas or names that git knows. */
  good: string
  bad: string
  /** The test; absent if the command names it, or is to be judged by its exit code. */
  test?: FailedTest
  /** How often the failure was seen since it began, in this many runs. */
  seen: Rate
  setup?: string
  copies: string[]
  /** Called after each trial, with the number of commits between the ends. */
  tell?(commit: Commit, trial: Trial & { seconds: number }): void
  /** Called when the commits are known. */
  begin?(commits: Commit[]): void
}

/** The commit that broke a test, or the smallest range that can be told. */
export interface Bisected {
  /** Of the failure; absent if the exit code of the command decided. */
  test?: FailedTest
  /** One commit or a range, oldest first. */
  commits: Commit[]
  /** That the culprit is one of them. */
  probability: number
  /** Trials of older commits, and of the range and later ones. */
  before: Counts
  after: Counts
  /** The sha of the good end. */
  good: string
  /** Commits after the good end, up to the bad one. */
  searched: number
  skipped: { commit: Commit; reason: string }[]
  /** False if the time was over, or somebody stopped it. */
  isDecided: boolean
  /** Runs a trial on the last commit of the range by hand, for a POSIX shell; variables have no values. */
  command: string
}

/** Trials that say nothing, one after the other: the commit cannot be run. */
const MOST_VOID = 2

/**
 * Searches the commit that broke a test, in checkouts of the commits between a good and a bad one. Returns why it cannot, if
 * so. Leaves no tree and no process. Never rejects.
 */
export const bisect = async (wish: Bisection): Promise<Bisected | Nothing> => {
  try {
    return await bisectIn(wish)
  } catch (error) {
    return { reason: wordsOf(error) }
  }
}

const bisectIn = async (wish: Bisection): Promise<Bisected | Nothing> => {
  const { words, folder, root, test, seconds, setup, copies, env } = wish
  const template = test && readTemplate(words, folder)
  if (test && !template) return { reason: unknownRunner(words) }
  const inside = relative(root, folder)
  // A variant of the settings is no project of the runner.
  const called =
    test && template
      ? template.words({
          file: relative(inside, test.file).replaceAll('\\', '/'),
          variant: env.SVC_VARIANT ? '' : test.variant,
        })
      : words
  const { now, signal, onStart, ended, forget } = startClock(seconds, wish.onStop)
  const left = () => (seconds - now()) * 1_000
  const { judge, test: judged } = judgeTrials(test)
  try {
    await removeLeft(root, env)
    const commits = await commitsBetween({ root, good: wish.good, bad: wish.bad, env, signal })
    if ('reason' in commits) return commits
    const wanted = { root, copies, env, signal, onStart, ...(setup !== undefined && { setup }) }
    const needed = await neededIn({ ...wanted, sha: '', timeoutMs: 0 })
    wish.begin?.(commits.slice(1))
    const visit = async (place: number, how: Wanted): Promise<Visit> => {
      const commit = commits[place] as Commit
      const trial = async (tree: string): Promise<Trial> => {
        const before = now()
        const ran = await runFile({
          words: called,
          env: { ...env, ...template?.env },
          folder: join(tree, inside),
          root: tree,
          caller: root,
          timeoutMs: left(),
          onStart,
        })
        ended()
        const shown = judge(ran)
        if (!signal.aborted) wish.tell?.(commit, { ...shown, seconds: now() - before })
        return shown
      }
      return inCheckout(commit.sha, needed, { ...wanted, sha: commit.sha, timeoutMs: left() }, (tree) =>
        repeat(
          how,
          () => signal.aborted,
          () => trial(tree),
        ),
      )
    }
    const last = commits.length - 1
    const found = await search({ last, seen: wish.seen, isOver: () => signal.aborted, visit })
    if ('reason' in found) return found
    const { from, to, tried, skipped, probability, isDecided } = found
    const range = commits.slice(from, to + 1)
    const own = judged()
    return {
      ...(own && { test: own }),
      commits: range,
      probability,
      before: totalOf(tried.slice(0, from)),
      after: totalOf(tried.slice(from)),
      good: commits[0]?.sha ?? '',
      searched: last,
      skipped: [...skipped].map(([place, reason]) => ({ commit: commits[place] as Commit, reason })),
      isDecided,
      command: commandsOf(
        { words: called, names: Object.keys(template?.env ?? {}), inside },
        { sha: range.at(-1)?.sha ?? '', install: setup ?? installOf(root, env) },
      ).base,
    }
  } finally {
    forget()
  }
}

/** Calls `use` with a checkout that has its modules. A commit that cannot be prepared is no error: others may tell enough. */
const inCheckout = async (
  sha: string,
  needed: Needed,
  wanted: Parameters<typeof fillCheckout>[2],
  use: (folder: string) => Promise<Visit>,
): Promise<Visit> => {
  const { root, env, signal } = wanted
  const nothing = { failed: 0, passed: 0 }
  if (signal.aborted) return nothing
  try {
    const tree = await addWorktree(root, sha, { kind: 'base', hasFiles: true, env, signal })
    try {
      await fillCheckout(tree.folder, needed, wanted)
      return await use(tree.folder)
    } finally {
      await tree.remove()
    }
  } catch (error) {
    return signal.aborted ? nothing : { ...nothing, reason: wordsOf(error) }
  }
}

const repeat = async (
  { runs, endsAtFailure }: Wanted,
  isOver: () => boolean,
  trial: () => Promise<Trial>,
): Promise<Visit> => {
  const counts = { failed: 0, passed: 0 }
  let voids = 0
  let reason: string | undefined
  while (counts.failed + counts.passed < runs && voids < MOST_VOID && !isOver()) {
    const ended = await trial()
    if (isOver()) break
    if (ended.kind === 'void') {
      voids += 1
      reason = ended.reason
    } else {
      voids = 0
      counts[ended.kind] += 1
    }
    if (counts.failed > 0 && endsAtFailure) break
  }
  return { ...counts, ...(reason !== undefined && { reason }) }
}

const totalOf = (tried: Counts[]): Counts =>
  tried.reduce((one, other) => ({ failed: one.failed + other.failed, passed: one.passed + other.passed }), {
    failed: 0,
    passed: 0,
  })

/**
 * Returns a judge of trials. Without a test, the first failure decides which test it is about; a command whose reporter sends
 * nothing is judged by its exit code, as git bisect run does: 125 and what a shell or a signal causes say nothing.
 */
const judgeTrials = (given?: FailedTest) => {
  let test = given
  const compare = makeComparison()
  const judge = (ran: Ran): Trial => {
    if (test) return compare(test, 'here', ran)
    if (ran.kind === 'void') return ofCode(ran)
    const { tests, errors } = ran.outcomes
    const failed = tests.find(({ result }) => result === 'failed')
    if (failed) {
      const { file, titles, variant, message } = failed
      test = { file, titles, variant, message }
      return { kind: 'failed' }
    }
    if (errors[0])
      return { kind: 'void', reason: `a failure outside of any test: ${errorLine(errors[0].message)}` }
    return tests.some(({ result }) => result !== 'skipped')
      ? { kind: 'passed' }
      : { kind: 'void', reason: 'no test ran' }
  }
  return { judge, test: () => test }
}

const ofCode = ({ code, reason }: Extract<Ran, { kind: 'void' }>): Trial => {
  if (code === 0) return { kind: 'passed' }
  if (code === undefined) return { kind: 'void', reason }
  return code < 0 || code >= SKIP
    ? { kind: 'void', reason: `the command ended with ${code}` }
    : { kind: 'failed' }
}
