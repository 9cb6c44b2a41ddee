import type { Execution } from '../data/queries.ts'

type Code = Pick<Execution, 'repository' | 'ci' | 'headSha' | 'testedSha' | 'pullRequest'>

/** The repository's address on the host of its CI run; null if the host is unknown. */
function repositoryUrl({ repository, ci }: Code): string | null {
  if (repository === null || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return null
  const run = ci?.url === undefined ? null : URL.parse(ci.url)
  if (!run || !/^https?:$/.test(run.protocol) || !run.pathname.startsWith(`/${repository}/`)) return null
  return `${run.origin}/${repository}`
}

/** The key of a reader's working copy: the repository, or the project without one. */
export const repositoryOf = ({ repository, project }: Pick<Execution, 'repository' | 'project'>): string =>
  repository ?? project

/** A line of a file at the commit that was tested. */
export function sourceUrl(code: Code, file: string, line: number | undefined): string | null {
  const repository = repositoryUrl(code)
  const sha = code.headSha ?? code.testedSha
  if (repository === null || sha === null) return null
  const path = file.split('/').map(encodeURIComponent).join('/')
  return `${repository}/blob/${sha}/${path}${line === undefined ? '' : `#L${line}`}`
}

export function commitUrl(code: Code, sha: string): string | null {
  const repository = repositoryUrl(code)
  return repository && `${repository}/commit/${sha}`
}

export function pullRequestUrl(code: Code): string | null {
  const repository = repositoryUrl(code)
  return repository && code.pullRequest !== null ? `${repository}/pull/${code.pullRequest}` : null
}
