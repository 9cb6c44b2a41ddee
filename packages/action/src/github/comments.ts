import type { CommentHost, HostComment } from '@svc/client/comment'
import type { RepositoryName } from '../event.ts'
import { at, listAt, textAt } from '../fields.ts'
import { Trouble } from '../trouble.ts'
import type { GitHub } from './call.ts'

/** The comments of a pull request. */
interface PullRequestComments extends CommentHost {
  /** True if the last list said that the conversation is locked. */
  isLocked: boolean
}

/** The author of comments that the token wrote; GitHub tells that, but not the name of an app's token. */
const ME = 'viewer'

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

export const commentsOf = (
  github: GitHub,
  { owner, name, full }: RepositoryName,
  number: number,
): PullRequestComments => {
  const path = `/repos/${full}/issues`
  const own = (written: unknown, body: string, known?: string): HostComment => {
    const url = textAt(written, 'html_url') ?? ''
    const id = known ?? idIn(url)
    if (!id) throw new Trouble('GitHub created a comment but does not say where. Re-run the job.')
    return { id, body, url, author: ME }
  }
  return {
    isLocked: false,
    mostCharacters: 65_000,
    toOwnMarkdown: (markdown) => markdown,
    // Whoever can write to the repository can edit every comment.
    protectsNotes: false,
    whoAmI: async () => ME,
    async list() {
      const comments: HostComment[] = []
      let after: string | null = null
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const answer: unknown = await github.graphql(QUERY, { owner, name, number, after })
        const pull = at(answer, 'data.repository.pullRequest')
        if (typeof pull !== 'object' || pull === null)
          throw new Trouble(
            `GitHub found no pull request ${number} of ${owner}/${name} with this token: ${textAt(listAt(answer, 'errors')[0], 'message')?.slice(0, 200) ?? 'it may be deleted'}. The token needs pull-requests: write.`,
            404,
          )
        this.isLocked = at(pull, 'locked') === true
        comments.push(...listAt(pull, 'comments.nodes').flatMap((each) => toComment(each) ?? []))
        const next = textAt(pull, 'comments.pageInfo.endCursor')
        if (at(pull, 'comments.pageInfo.hasNextPage') !== true || !next) break
        after = next
      }
      return comments
    },
    create: async (body) => own(await github.call('POST', `${path}/${number}/comments`, { body }), body),
    update: async (id, body) => own(await github.call('PATCH', `${path}/comments/${id}`, { body }), body, id),
    remove: async (id) => void (await github.call('DELETE', `${path}/comments/${id}`)),
  }
}

const idIn = (url: string) => /#issuecomment-(\d{1,20})$/.exec(url)?.[1]

const toComment = (node: unknown): HostComment | undefined => {
  const url = textAt(node, 'url') ?? ''
  const id = textAt(node, 'fullDatabaseId') ?? idIn(url)
  if (!id || !/^\d{1,20}$/.test(id)) return undefined
  return { id, body: textAt(node, 'body') ?? '', url, author: at(node, 'viewerDidAuthor') === true ? ME : '' }
}
