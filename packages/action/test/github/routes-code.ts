import { notFound, ok, page, type Route } from './answer.ts'
import {
  commitOf,
  comparisonOf,
  contentOf,
  fileOf,
  pullOf,
  repositoryNameOf,
  repositoryOf,
} from './shapes.ts'
import { historyOf, mergeBaseOf, type Pull, resolveRef, textAt } from './state.ts'

const read = (needs: Route['needs'], answer: Route['answer']): Route => ({ needs, level: 'read', answer })

/** Repositories, pull requests, commits and files. */
export const codeRoutes: Record<string, Route> = {
  'repos/get': read([], ({ repository }) => ok(repositoryOf(repository))),
  'pulls/get': read(['pull-requests'], ({ state, repository, parameters }) => {
    const pull = repository.pulls.get(Number(parameters.pull_number))
    return pull ? ok(pullOf(state, repository, pull)) : notFound()
  }),
  'pulls/list': read(['pull-requests'], (asked) => {
    const { state, repository, query } = asked
    const wanted = query.get('state') ?? 'open'
    const head = query.get('head')
    const found = [...repository.pulls.values()].filter(
      (pull) =>
        (wanted === 'all' || pull.isOpen === (wanted === 'open')) &&
        (!query.get('base') || query.get('base') === pull.baseBranch) &&
        (!head?.includes(':') || head === labelOf(pull)),
    )
    if (query.get('direction') !== 'asc') found.sort((a, b) => b.number - a.number)
    return page(
      asked,
      `/repos/${repositoryNameOf(repository)}/pulls`,
      found.map((each) => pullOf(state, repository, each, true)),
    )
  }),
  'pulls/list-files': read(['pull-requests'], (asked) => {
    const { repository, parameters } = asked
    const pull = repository.pulls.get(Number(parameters.pull_number))
    if (!pull) return notFound()
    const path = `/repos/${repositoryNameOf(repository)}/pulls/${pull.number}/files`
    return page(
      asked,
      path,
      pull.files.map((each) => fileOf(repository, each)),
    )
  }),
  'repos/list-pull-requests-associated-with-commit': read(['pull-requests'], (asked) => {
    const { state, repository, parameters } = asked
    const sha = parameters.commit_sha ?? ''
    // Of a fork's commit GitHub names none: it looks at the repository's own branches.
    const found = [...repository.pulls.values()].filter(
      (pull) => pull.headSha === sha && pull.headRepository === repositoryNameOf(repository),
    )
    return page(
      asked,
      `/repos/${repositoryNameOf(repository)}/commits/${sha}/pulls`,
      found.map((each) => pullOf(state, repository, each, true)),
    )
  }),
  'repos/list-commits': read(['contents'], (asked) => {
    const { state, repository, query } = asked
    const from = resolveRef(state, repository, query.get('sha') ?? repository.defaultBranch)
    if (!from) return notFound()
    const found = historyOf(state, from)
    return page(
      asked,
      `/repos/${repositoryNameOf(repository)}/commits`,
      found.map((each) => commitOf(repository, each)),
    )
  }),
  'repos/get-commit': read(['contents'], ({ state, repository, parameters }) => {
    const sha = resolveRef(state, repository, parameters.ref ?? '')
    const commit = state.commits.get(sha ?? '')
    return commit ? ok(commitOf(repository, commit)) : notFound()
  }),
  'repos/compare-commits-with-basehead': read(['contents'], ({ state, repository, parameters }) => {
    const [base, head] = (parameters.basehead ?? '')
      .split('...')
      .map((each) => resolveRef(state, repository, each))
    if (!base || !head) return notFound()
    const mergeBase = mergeBaseOf(state, base, head)
    const commit = state.commits.get(base)
    if (!mergeBase || !commit) return notFound()
    const before = new Set(historyOf(state, base).map(({ sha }) => sha))
    const after = new Set(historyOf(state, head).map(({ sha }) => sha))
    const ahead = historyOf(state, head).filter(({ sha }) => !before.has(sha))
    const behindBy = historyOf(state, base).filter(({ sha }) => !after.has(sha)).length
    const files = [...repository.pulls.values()].find((pull) => pull.headSha === head)?.files ?? []
    return ok(comparisonOf(repository, { base: commit, mergeBase, ahead: ahead.reverse(), behindBy, files }))
  }),
  'repos/get-content': read(['contents'], ({ state, repository, parameters, query, accept }) => {
    const sha = resolveRef(state, repository, query.get('ref') ?? repository.defaultBranch)
    const path = parameters.path ?? ''
    const text = sha === undefined ? undefined : textAt(state, sha, path)
    if (text === undefined) return notFound()
    if (accept.includes('raw')) return { status: 200, text, type: 'application/vnd.github.raw+json' }
    return ok(contentOf(repository, path, text))
  }),
}

const labelOf = ({ headRepository, headBranch }: Pull): string =>
  `${headRepository?.split('/')[0]}:${headBranch}`
