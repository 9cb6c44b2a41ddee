import { WHOLE_SHA } from '@svc/protocol'
import { fetchCommit } from '../trees/fetch-commit.ts'
import { runGitUntil } from '../trees/run-git.ts'

/** A commit as people know it. */
export interface Commit {
  sha: string
  author: string
  /** The first line of its message. */
  subject: string
  isMerge: boolean
}

interface Ends {
  root: string
  /** A sha, or a name that git knows. */
  good: string
  bad: string
  env: NodeJS.ProcessEnv
  signal?: AbortSignal
}

/** More would not fit into an answer of git that is worth to read. */
const MOST_COMMITS = 10_000

/**
 * Returns the good commit and those after it up to the bad one, oldest first; of merges, only the first parents, so that each
 * commit was the state of the branch. Or why that is not possible.
 */
export const commitsBetween = async (ends: Ends): Promise<Commit[] | { reason: string }> => {
  const { root, env, signal } = ends
  const git = (...args: string[]) => runGitUntil(signal, root, env, ...args)
  const [good, bad] = [await resolve(ends, ends.good), await resolve(ends, ends.bad)]
  if (good === undefined) return unknown(ends.good)
  if (bad === undefined) return unknown(ends.bad)
  if (good === bad) return { reason: `${short(good)} is both the good and the bad commit` }
  if ((await git('merge-base', '--is-ancestor', good, bad)) === undefined)
    return { reason: await whyNoAncestor(ends, good, bad) }
  const listed = await git(
    'log',
    '--first-parent',
    '--reverse',
    '-z',
    `--max-count=${MOST_COMMITS + 1}`,
    '--format=%H%x00%P%x00%an%x00%s',
    `${good}..${bad}`,
  )
  const last = await git('log', '-1', '-z', '--format=%H%x00%P%x00%an%x00%s', good)
  const commits = [last, listed].flatMap((text) => commitsIn(text ?? ''))
  if (commits.length < 2 || listed === undefined)
    return { reason: `git cannot list the commits from ${short(good)} to ${short(bad)}` }
  if (commits.length > MOST_COMMITS + 1)
    return {
      reason: `more than ${MOST_COMMITS} commits are between ${short(good)} and ${short(bad)}; name nearer ones`,
    }
  return commits
}

/** Git keeps every character but NUL in a name and a subject; `-z` ends each commit with one, too. */
const commitsIn = (text: string): Commit[] => {
  const parts = text.split('\0')
  return Array.from({ length: Math.floor(parts.length / FIELDS) }, (_, at) => {
    const [sha = '', parents = '', author = '', subject = ''] = parts.slice(at * FIELDS)
    return { sha, author, subject, isMerge: parents.includes(' ') }
  })
}

const FIELDS = 4

const short = (sha: string): string => sha.slice(0, 12)

const unknown = (name: string) => ({ reason: `git knows no commit ${name}, and cannot fetch it` })

/** The whole sha; undefined for an unknown one, and for a text that git would take for an option. */
const resolve = async ({ root, env, signal }: Ends, name: string): Promise<string | undefined> => {
  if (name.startsWith('-')) return undefined
  if (WHOLE_SHA.test(name))
    return (await fetchCommit(root, name, env, signal)) ? name.toLowerCase() : undefined
  const found = await runGitUntil(signal, root, env, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  const sha = found?.trim() ?? ''
  return WHOLE_SHA.test(sha) ? sha : undefined
}

const whyNoAncestor = async ({ root, env }: Ends, good: string, bad: string): Promise<string> => {
  const isShallow = await runGitUntil(undefined, root, env, 'rev-parse', '--is-shallow-repository')
  const what = `${short(bad)} does not contain ${short(good)}`
  return isShallow?.trim() === 'true'
    ? `${what} in this shallow clone; git fetch --unshallow gets the commits between them`
    : `${what}, so no commit between them broke anything. Are --good and --bad the wrong way round?`
}
