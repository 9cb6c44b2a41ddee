import type { CiRun, Code, Commit } from '@svc/protocol'
import type { Env } from './ci-facts.ts'
import { readGitHead, readOriginHead, readOriginUrl } from './git-head.ts'
import { type Git, gitIn } from './git-run.ts'
import { mainBranchOf, readBranches } from './main-branch.ts'
import { repositoryOf } from './remote.ts'

/** What to ask git about, and the facts that are known without it. */
export interface GitQuestion {
  root: string
  env: Env
  /** The facts of CI and of the repository's files. */
  known: Code
  ci?: CiRun | undefined
  /** The tested commit, if another one is checked out by now. */
  commit?: string
}

/** The number of commits before the tested one that are sent along. */
const ANCESTRY = 50

/**
 * Adds git's answers to the known facts about the code: two processes in most repositories, five at
 * most. Without git, a repository or a commit, returns the known facts unchanged.
 */
export const gatherCode = async ({ root, env, known, ci, commit }: GitQuestion): Promise<Code> => {
  const git = gitIn(root, env)
  const [commits, status, repository, defaultBranch] = await Promise.all([
    readCommits(git, commit ?? 'HEAD'),
    commit === undefined ? readStatus(git, ci !== undefined) : UNKNOWN_STATUS,
    known.repository ?? readRepository(git, root),
    known.defaultBranch ?? readDefaultBranch(git, root, ci !== undefined),
  ])
  const [tested, ...ancestry] = commits
  const code: Code = { ...known }
  if (repository) code.repository = repository
  if (defaultBranch) code.defaultBranch = defaultBranch
  if (status.branch && !code.branch) code.branch = status.branch
  if (tested) {
    Object.assign(code, describeCommit(tested, code))
    if (isOtherCode(tested, code, ci)) forgetPullRequest(code, tested)
    if (status.dirty !== undefined) code.dirty = status.dirty
    const author = commits.find(({ sha }) => sha === code.headSha)?.author
    if (author) code.author = author
    if (ancestry.length > 0)
      code.ancestry = ancestry.map(({ sha, parents, tree }) => ({ sha, parents, tree }))
    const mergeBase = code.mergeBaseSha ?? (await readMergeBase(git, code))
    if (mergeBase) code.mergeBaseSha = mergeBase
  }
  return code
}

interface ReadCommit extends Required<Commit> {
  message: string
  author: string
  /** Seconds since the epoch, by the clock of the committer. */
  committedAt: number
}

/**
 * Distinguishes head and base of a tested commit. On a pull request CI tests a merge commit, whose
 * first parent is the base and whose second is the head.
 */
const describeCommit = (tested: ReadCommit, code: Code): Partial<Code> => {
  const facts: Partial<Code> = {
    testedSha: tested.sha,
    parents: tested.parents,
    tree: tested.tree,
    message: tested.message,
  }
  const [base, head, ...more] = tested.parents
  const isPull = code.pullRequest !== undefined || code.baseBranch !== undefined
  const isMerge = base !== undefined && head !== undefined && more.length === 0
  if (isPull && isMerge && (code.headSha === undefined || [head, tested.sha].includes(code.headSha)))
    return { ...facts, headSha: head, baseSha: base }
  return { ...facts, headSha: code.headSha ?? tested.sha }
}

/** `pull_request_target` concerns a pull request, but checks out the base branch by default. */
const isOtherCode = (tested: ReadCommit, code: Code, ci: CiRun | undefined) =>
  ci?.event === 'pull_request_target' &&
  code.headSha !== tested.sha &&
  !tested.parents.includes(code.headSha ?? tested.sha)

const forgetPullRequest = (code: Code, tested: ReadCommit) => {
  code.headSha = tested.sha
  if (code.baseBranch) code.branch = code.baseBranch
  delete code.pullRequest
  delete code.baseBranch
  delete code.fork
}

/**
 * One process for the tested commit and its ancestors; the raw format has the true parents even in
 * a shallow clone.
 */
export const readCommits = async (git: Git, from: string): Promise<ReadCommit[]> => {
  const output = await git('rev-list', '--header', `--max-count=${ANCESTRY + 1}`, from, '--')
  return (output ?? '').split('\0').flatMap((record) => parseCommit(record) ?? [])
}

const parseCommit = (record: string): ReadCommit | undefined => {
  const [header = '', ...body] = record.trimStart().split('\n\n')
  const lines = header.split('\n')
  const tree = lines.find((line) => line.startsWith('tree '))?.slice(5)
  const sha = lines[0]
  if (!sha || !tree) return undefined
  const parents = lines.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7))
  const message = body.join('\n\n').trim().split('\n')[0] ?? ''
  const author = lines.find((line) => line.startsWith('author '))?.slice(7) ?? ''
  const committer = lines.find((line) => line.startsWith('committer ')) ?? ''
  const committedAt = Number(/ (\d+) [+-]\d+$/.exec(committer)?.[1])
  return { sha, tree, parents, message: message.slice(0, 300), author: nameIn(author), committedAt }
}

/** Returns the name in `Ada Lovelace <ada@example.com> 1767225600 +0000`. */
const nameIn = (person: string): string => {
  const end = person.lastIndexOf(' <')
  return end === -1 ? '' : person.slice(0, end).trim()
}

interface Status {
  dirty?: boolean
  branch?: string
}

/**
 * The current working tree says nothing about an earlier commit's, and a tree that is not known to
 * be clean must not count as clean.
 */
const UNKNOWN_STATUS: Status = { dirty: true }

/**
 * On a developer's machine a new file is new code; in CI it is what the pipeline put there,
 * and counting it would keep every run from being a base.
 */
const readStatus = async (git: Git, isCi: boolean): Promise<Status> => {
  const scope = isCi
    ? ['--untracked-files=no', '--ignore-submodules=untracked']
    : ['--untracked-files=normal', '--ignore-submodules=none']
  const output = await git('status', '--porcelain=v2', '--branch', ...scope)
  if (output === undefined) return {}
  const lines = output.split('\n').filter((line) => line !== '')
  const branch = lines.find((line) => line.startsWith('# branch.head '))?.slice('# branch.head '.length)
  const dirty = lines.some((line) => !line.startsWith('#') && !/^\? \.svc\//.test(line))
  return { dirty, ...(branch && branch !== '(detached)' && { branch }) }
}

const readRepository = async (git: Git, root: string): Promise<string | undefined> => {
  const origin = readOriginUrl(root)
  if (origin !== undefined) return repositoryOf(origin)
  const output = (await git('config', '--get-regexp', '^remote\\..*\\.url$')) ?? ''
  const remotes = output.split('\n').filter((line) => line !== '')
  const chosen = remotes.find((line) => line.startsWith('remote.origin.url ')) ?? remotes[0]
  return chosen && repositoryOf(chosen.slice(chosen.indexOf(' ') + 1))
}

/**
 * Returns what the clone recorded about its origin; reads the file first, because a git process
 * takes some 5 ms.
 */
const readDefaultBranch = async (git: Git, root: string, isCi: boolean): Promise<string | undefined> => {
  const noted = readOriginHead(root)
  if (noted) return noted
  if (noted === undefined) {
    const symbolicRef = await git('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD')
    if (symbolicRef) return symbolicRef.trim().replace(/^origin\//, '')
  }
  return isCi ? undefined : ownDefaultBranch(git, root)
}

/** The server assumes `main` or `master`, and a remote can say more than the branches of one clone. */
const ownDefaultBranch = async (git: Git, root: string): Promise<string | undefined> => {
  const { branch } = readGitHead(root)
  if (branch === undefined || isUsual(branch) || readOriginUrl(root) !== undefined) return undefined
  const branches = await readBranches(git)
  const name = branches.hasRemote ? undefined : mainBranchOf(branches)
  return name === undefined || isUsual(name) ? undefined : name
}

const isUsual = (branch: string) => branch === 'main' || branch === 'master'

/** Present only if the clone reaches it; the base branch itself has no fork point. */
const readMergeBase = async (git: Git, code: Code): Promise<string | undefined> => {
  const base = code.baseBranch ?? code.defaultBranch
  if (!base || !code.headSha || code.branch === base) return undefined
  const mergeBase = await git('merge-base', code.headSha, `refs/remotes/origin/${base}`)
  return mergeBase?.trim() || undefined
}
