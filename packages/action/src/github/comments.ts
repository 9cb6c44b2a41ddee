import type { RepositoryName } from '../event.ts'
import { at, listAt, textAt } from '../fields.ts'
import { Trouble } from '../trouble.ts'
import type { GitHub } from './call.ts'

/** The invisible first line of svc comments; the server's text may have one with a project. */
export const MARKER = '<!-- svc:pull-request -->'

const MARKERS = /^<!-- svc:pull-request(?: [\w.-]+)? -->$/

/** Returns the marker of a text: its first line, or the default marker. */
export const markerOf = (markdown: string): string => {
  const first = firstLine(markdown)
  return MARKERS.test(first) ? first : MARKER
}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.trim() ?? ''

export interface OwnComment {
  id: string
  body: string
  url: string
}

/** The svc comments of a pull request. */
export interface Thread {
  isLocked: boolean
  /** Oldest first; more than one after a race of two jobs. */
  own: OwnComment[]
}

/** Pages of comments to read at most: 5,000 comments. */
const MOST_PAGES = 50

const QUERY = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      locked
      comments(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { fullDatabaseId url body viewerDidAuthor }
      }
    }
  }
}`

/** Returns the comments with this marker that this token wrote, because anyone can write the marker. */
export const readThread = async (
  github: GitHub,
  { owner, name }: RepositoryName,
  number: number,
  marker: string,
): Promise<Thread> => {
  const own: OwnComment[] = []
  let isLocked = false
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: unknown = await github.graphql(QUERY, { owner, name, number, after })
    const pull = at(answer, 'data.repository.pullRequest')
    if (typeof pull !== 'object' || pull === null)
      throw new Trouble(
        `GitHub found no pull request ${number} of ${owner}/${name} with this token: ${textAt(listAt(answer, 'errors')[0], 'message')?.slice(0, 200) ?? 'it may be deleted'}. The token needs pull-requests: write.`,
        404,
      )
    isLocked = at(pull, 'locked') === true
    own.push(...listAt(pull, 'comments.nodes').flatMap((each) => toOwn(each, marker) ?? []))
    const next = textAt(pull, 'comments.pageInfo.endCursor')
    if (at(pull, 'comments.pageInfo.hasNextPage') !== true || !next) break
    after = next
  }
  return { isLocked, own }
}

const toOwn = (node: unknown, marker: string): OwnComment | undefined => {
  const body = textAt(node, 'body') ?? ''
  const id = textAt(node, 'fullDatabaseId') ?? /#issuecomment-(\d+)$/.exec(textAt(node, 'url') ?? '')?.[1]
  if (at(node, 'viewerDidAuthor') !== true || !id || !/^\d{1,20}$/.test(id)) return undefined
  if (firstLine(body) !== marker) return undefined
  return { id, body, url: textAt(node, 'url') ?? '' }
}

const path = ({ full }: RepositoryName) => `/repos/${full}/issues`

export const createComment = async (
  github: GitHub,
  repository: RepositoryName,
  number: number,
  body: string,
): Promise<string> => {
  const answer = await github.call('POST', `${path(repository)}/${number}/comments`, { body })
  return textAt(answer, 'html_url') ?? ''
}

export const updateComment = async (
  github: GitHub,
  repository: RepositoryName,
  id: string,
  body: string,
): Promise<void> => {
  await github.call('PATCH', `${path(repository)}/comments/${id}`, { body })
}

/** Deletes a comment; ignores a comment that no longer exists. */
export const deleteComment = async (
  github: GitHub,
  repository: RepositoryName,
  id: string,
): Promise<void> => {
  try {
    await github.call('DELETE', `${path(repository)}/comments/${id}`)
  } catch (error) {
    if (!(error instanceof Trouble) || error.status !== 404) throw error
  }
}
