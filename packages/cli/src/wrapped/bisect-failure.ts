import { findAbove } from '@svc/client/cli'
import { makeRedactor } from '@svc/client/wrapped'
import { FINGERPRINT, LIMITS } from '@svc/protocol'
import type { Bisected, Bisection, Commit } from '@svc/prove'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import { say } from '../terminal/messages.ts'
import { cellsOf } from '../terminal/screen.ts'
import { cut, oneLine } from '../terminal/text.ts'
import { count } from '../terminal/words.ts'
import { endBySignals } from './end-by-signals.ts'
import { type Break, findBreak } from './find-break.ts'

type Tell = NonNullable<Bisection['tell']>

const WORDS = { failed: 'failed', passed: 'passed', void: 'no result' } as const

/** The settings of `svc bisect`. */
export interface BisectWish {
  /** A fingerprint, the id of a test or a part of its name. */
  name: string | undefined
  good?: string
  bad?: string
  /** The words of a command after `--`. */
  words: string[]
  /** Milliseconds. */
  within: number
  setup?: string
  copy?: string[]
  rerunCommand?: string
}

export interface BisectedFailure {
  found: Bisected
  /** What the server knew; absent without one. */
  known?: Break
  isStored: boolean
  /** Why it is not stored, or that it is. */
  line: string
}

/**
 * Searches the commit that broke a test, and stores it with the failure. `connect` is called only if the server is needed. Throws a
 * `Refusal` that says what is missing.
 */
export const bisectFailure = async (
  connect: () => Promise<Connection>,
  wish: BisectWish,
  call: Call,
): Promise<BisectedFailure> => {
  const root = findAbove(call.folder, '.git')
  if (root === undefined)
    throw new Refusal('this folder is in no git repository', {
      code: 'NOT_SET_UP',
      next: 'start the command in a checkout of the project',
    })
  const isAlone = wish.name === undefined && wish.good !== undefined && wish.bad !== undefined
  if (isAlone && wish.words.length === 0)
    throw new Refusal('without a failure, the search needs a command', {
      code: 'WRONG_USE',
      next: 'npx --no svc bisect --good <commit> --bad <commit> -- npx vitest run src/a.test.ts',
    })
  const connection = isAlone ? undefined : await connect()
  const known = connection && (await findBreak(connection, wish.name))
  const { bisect } = await import('@svc/prove')
  const words = await wordsOf(wish, known)
  const good = wish.good ?? known?.good
  if (good === undefined)
    throw new Refusal(`no run of ${oneLine(known?.branch ?? 'the branch')} passed before the failure began`, {
      code: 'NOT_FOUND',
      next: 'name a commit in which the test passed: --good <commit>',
    })
  const seconds = wish.within / 1_000
  const progress = bisectProgress(call, seconds)
  const found = await bisect({
    good,
    bad: wish.bad ?? known?.bad ?? '',
    ...(known && { test: known.test }),
    words,
    seen: known?.seen ?? { hits: 0, runs: 0 },
    folder: call.folder,
    root,
    seconds,
    copies: wish.copy ?? [],
    ...(wish.setup !== undefined && { setup: wish.setup }),
    env: call.env,
    onStop: endBySignals(call),
    begin: progress.begin,
    tell: progress.tell,
  })
  progress.end()
  if ('reason' in found)
    throw new Refusal(`nothing was found: ${oneLine(found.reason)}`, {
      code: 'NOT_FOUND',
      next: 'npx --no svc help bisect names the options: --good, --bad, --within, --setup, --copy and --rerun-command',
      ...(found.isUndecided && { exitCode: UNDECIDED }),
    })
  if (!connection || !known) return { found, isStored: false, line: '' }
  return { found, known, ...(await store(connection, known, found)) }
}

const wordsOf = async (wish: BisectWish, known: Break | undefined): Promise<string[]> => {
  if (wish.words.length > 0) return wish.words
  const { commandOf } = await import('@svc/prove')
  const words = wish.rerunCommand?.split(/\s+/).filter(Boolean) ?? commandOf(known?.framework ?? '')
  if (words) return words
  throw new Refusal(
    `the tests ran with ${oneLine(known?.framework ?? '')}, which svc cannot start by itself`,
    {
      code: 'NOT_SET_UP',
      next: 'name a command that starts Playwright, Vitest or Jest: --rerun-command "npx vitest run"',
    },
  )
}

/** The exit code of a search that another one may decide. */
export const UNDECIDED = 4
const MOST_SENT = 20

/** A search that was cut short proves less than the next one might. */
const store = async (
  { ask, secrets }: Connection,
  { fingerprint, execution }: Break,
  { commits, probability, before, after, good, searched, skipped, command, isDecided }: Bisected,
): Promise<Pick<BisectedFailure, 'isStored' | 'line'>> => {
  if (!isDecided) return { isStored: false, line: 'The server does not have this: the search was not over.' }
  const redact = makeRedactor(secrets).text
  const cut = (value: string, limit: number) =>
    redact(value)
      .slice(0, limit)
      .replace(/[\uD800-\uDBFF]$/, '')
  try {
    await ask((client) =>
      client.recordCulprit({
        fingerprint,
        execution,
        commits: commits.slice(-MOST_SENT).map(({ sha, author, subject }) => ({
          sha,
          author: cut(author, LIMITS.nameBytes),
          subject: cut(subject, LIMITS.nameBytes),
        })),
        commitCount: commits.length,
        good,
        searched,
        probability,
        before,
        after,
        skipped: skipped.length,
        command: cut(command, LIMITS.textBytes),
      }),
    )
    return { isStored: true, line: oneLine(`It is stored with the failure ${fingerprint}.`) }
  } catch (error) {
    // What was found is worth more than the answer of the server.
    const why = error instanceof Error ? error.message : String(error)
    return { isStored: false, line: oneLine(`The server does not have this: ${why}`) }
  }
}

/** Says what to do about a merge, whose own commits were not tried. */
export const tellMerge = (call: Call, { commits }: Bisected, fingerprint = ''): void => {
  const [only, another] = commits
  if (!only?.isMerge || another) return
  const sha = only.sha.slice(0, 12)
  say(
    call,
    'svc: ',
    `${sha} is a merge; to search its commits: npx --no svc bisect${FINGERPRINT.test(fingerprint) ? ` ${fingerprint}` : ''} --good $(git merge-base ${sha}^1 ${sha}^2) --bad ${sha}^2`,
  )
}

/** Shows how a search goes: on a terminal in one line that changes, else a line for the trials of each commit. */
const bisectProgress = (
  call: Call,
  seconds: number,
): { begin(commits: Commit[]): void; tell: Tell; end(): void } => {
  const isShown = call.stderr.isTTY === true
  const startedAt = performance.now()
  let last: { commit: Commit; failed: number; passed: number; reason: string } | undefined
  let trials = 0
  const clear = () => {
    if (isShown) call.stderr.write('\r\u001b[K')
  }
  const end = () => {
    clear()
    if (!last) return
    const { commit, failed, passed, reason } = last
    const counts =
      failed + passed === 0 ? `cannot be run: ${reason}` : `failed ${failed} of ${failed + passed}`
    say(call, 'svc:   ', oneLine(`${commit.sha.slice(0, 12)} ${counts}: ${commit.subject}`))
    last = undefined
  }
  const tell: Tell = (commit, trial) => {
    trials += 1
    if (last?.commit.sha !== commit.sha) end()
    last ??= { commit, failed: 0, passed: 0, reason: '' }
    if (trial.kind === 'void') last.reason = trial.reason
    else last[trial.kind] += 1
    if (!isShown) return
    clear()
    const left = Math.max(0, Math.round(seconds - (performance.now() - startedAt) / 1_000))
    const line = `svc:   ${count(trials, 'trial')}, ${left} s left; ${WORDS[trial.kind]} at ${oneLine(`${commit.sha.slice(0, 12)} ${commit.subject}`)}`
    call.stderr.write(cut(line, cellsOf(call.stderr)))
  }
  const begin = (commits: Commit[]) => {
    const steps = Math.ceil(Math.log2(commits.length)) + 2
    const most = `at most ${Math.round(seconds)} s`
    say(call, 'svc: ', `Searching ${count(commits.length, 'commit')} in about ${steps} steps, ${most}`)
  }
  return { begin, tell, end }
}
