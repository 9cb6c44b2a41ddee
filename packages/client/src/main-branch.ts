import type { Git } from './git-run.ts'

/** Branches of a repository, without the names of their remotes. */
export interface Branches {
  local: string[]
  remote: string[]
  /** True if the repository has a remote. */
  hasRemote: boolean
  /** The setting `init.defaultBranch`. */
  initial: string | undefined
}

/** Returns the branches that git knows; empty lists without git. */
export const readBranches = async (git: Git): Promise<Branches> => {
  const [refs, settings] = await Promise.all([
    git('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes'),
    git('config', '--get-regexp', String.raw`^(remote\..*\.url|init\.defaultbranch)$`),
  ])
  const names = linesOf(refs)
  const lines = linesOf(settings)
  return {
    local: names.flatMap((name) => /^refs\/heads\/(.+)$/.exec(name)?.[1] ?? []),
    remote: names.flatMap((name) => /^refs\/remotes\/[^/]+\/(?!HEAD$)(.+)$/.exec(name)?.[1] ?? []),
    hasRemote: lines.some((line) => line.startsWith('remote.')),
    initial: lines.findLast((line) => line.startsWith('init.defaultbranch '))?.split(' ')[1],
  }
}

/**
 * Returns the default branch of a repository without a remote: `main`, `master`, the configured
 * name for first branches, or the only branch; undefined if none of these decides.
 */
export const mainBranchOf = ({ local, remote, initial }: Branches): string | undefined => {
  const names = [...new Set([...local, ...remote])]
  const usual = ['main', 'master', initial].find((name) => name !== undefined && names.includes(name))
  return usual ?? (names.length === 1 ? names[0] : undefined)
}

const linesOf = (output: string | undefined): string[] =>
  (output ?? '').split('\n').filter((line) => line !== '')
