import { readFileSync } from 'node:fs'
import { buildSchema, execute, type GraphQLSchema, parse, validate } from 'graphql'
import { commentUrlOf, nodeIdOf, repositoryNameOf } from './shapes.ts'
import type { Comment, Pull, Repository, State, Token } from './state.ts'

/** GitHub's own schema; read when the first query comes. */
let schema: GraphQLSchema | undefined
const readSchema = (): GraphQLSchema => {
  const published = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'))
  schema ??= buildSchema(readFileSync(published, 'utf8'), { assumeValid: true })
  return schema
}

export interface GraphqlAnswer {
  body: { data?: unknown; errors?: { message: string; type?: string }[] }
  /** What of the query is against the schema, or is asked for and not part of the stand-in. */
  violations: string[]
}

/** Answers a query as far as repositories, pull requests and comments go. */
export const answerQuery = async (
  state: State,
  token: Token,
  { query, variables }: { query: string; variables: Record<string, unknown> },
): Promise<GraphqlAnswer> => {
  const document = parse(query)
  const wrong = validate(readSchema(), document)
  if (wrong.length > 0) {
    const violations = wrong.map(({ message }) => message)
    return { body: { errors: violations.map((message) => ({ message })) }, violations }
  }
  const refused: { message: string; type: string }[] = []
  const rootValue = rootOf(state, token, (message) => refused.push({ message, type: 'NOT_FOUND' }))
  const { data, errors = [] } = await execute({
    schema: readSchema(),
    document,
    rootValue,
    variableValues: variables,
  })
  const violations = errors.map(({ message, path }) => `${path?.join('.')}: ${message}`)
  return { body: { data, ...(refused.length > 0 && { errors: refused }) }, violations }
}

const rootOf = (state: State, token: Token, refuse: (message: string) => void) => ({
  viewer: { __typename: 'User', login: token.login },
  repository({ owner, name }: { owner: string; name: string }) {
    const found = state.repositories.get(`${owner}/${name}`)
    if (found) return repositoryNode(found, token)
    refuse(`Could not resolve to a Repository with the name '${owner}/${name}'.`)
    return null
  },
})

const repositoryNode = (repository: Repository, token: Token) => {
  const pullRequest = ({ number }: { number: number }) => {
    const pull = repository.pulls.get(number)
    return pull ? pullNode(repository, pull, token) : null
  }
  return {
    __typename: 'Repository',
    id: `R_${repository.id}`,
    databaseId: repository.id,
    nameWithOwner: repositoryNameOf(repository),
    pullRequest,
    issueOrPullRequest: pullRequest,
  }
}

const pullNode = (repository: Repository, pull: Pull, token: Token) => ({
  __typename: 'PullRequest',
  id: `PR_${pull.number}`,
  number: pull.number,
  title: pull.title,
  locked: pull.isLocked,
  state: pull.isOpen ? 'OPEN' : 'CLOSED',
  headRefOid: pull.headSha,
  baseRefOid: pull.baseSha,
  comments: (range: Range) =>
    connection(commentsOf(repository, pull), range, (each) => commentNode(repository, each, token)),
})

const commentsOf = ({ comments }: Repository, { number }: Pull): Comment[] =>
  comments.filter((each) => each.number === number)

const commentNode = (repository: Repository, comment: Comment, token: Token) => ({
  __typename: 'IssueComment',
  id: nodeIdOf(comment),
  databaseId: comment.id,
  fullDatabaseId: String(comment.id),
  body: comment.body,
  url: commentUrlOf(repository, comment),
  createdAt: comment.createdAt,
  updatedAt: comment.updatedAt,
  isMinimized: false,
  viewerDidAuthor: comment.author === token.login,
  viewerCanUpdate: comment.author === token.login,
  viewerCanDelete: comment.author === token.login,
  author: {
    __typename: comment.author.endsWith('[bot]') ? 'Bot' : 'User',
    login: comment.author.replace('[bot]', ''),
  },
})

/** What is not asked for comes as null or not at all. */
interface Range {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
}

const connection = <Item, Node>(
  items: Item[],
  { first, last, after, before }: Range,
  toNode: (item: Item) => Node,
) => {
  if (typeof (first ?? last) !== 'number')
    throw new Error(
      'You must provide a `first` or `last` value to properly paginate the `comments` connection.',
    )
  if ((first ?? last ?? 0) > 100) throw new Error('Requesting more than 100 records exceeds the limit.')
  const from = typeof after === 'string' ? Number(after) + 1 : 0
  const to = typeof before === 'string' ? Number(before) : items.length
  const start = typeof first === 'number' ? from : Math.max(from, to - (last ?? 0))
  const end = typeof first === 'number' ? Math.min(to, from + first) : to
  const shown = items.slice(start, end)
  return {
    totalCount: items.length,
    nodes: shown.map(toNode),
    edges: shown.map((item, i) => ({ cursor: String(start + i), node: toNode(item) })),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: shown.length > 0 ? String(start) : null,
      endCursor: shown.length > 0 ? String(end - 1) : null,
    },
  }
}
