import { type CallHost, HostRefusal } from './call-host.ts'
import { listAt, wordAt } from './fields.ts'
import type { Host, Note } from './host.ts'

/** Pages of comments to read at most: 5,000 comments. */
const MOST_PAGES = 50

/**
 * Returns the host of a GitHub pull request. `query` asks its GraphQL API, which names the author of an app's token, such
 * as `github-actions[bot]`.
 */
export const githubHost = (call: CallHost, query: CallHost, repository: string, number: number): Host => {
  const path = repository.split('/').map(encodeURIComponent).join('/')
  const toNote = (value: unknown): Note => ({
    id: wordAt(value, 'id'),
    body: wordAt(value, 'body'),
    author: wordAt(value, 'user.login'),
    url: wordAt(value, 'html_url'),
  })
  return {
    name: 'GitHub',
    subject: `pull request #${number} of ${repository}`,
    mostCharacters: 65_000,
    toOwnMarkdown: (markdown) => markdown,
    // Whoever can write to the repository can edit every comment.
    protectsNotes: false,
    isOpen: async () =>
      wordAt((await call('GET', `/repos/${path}/pulls/${number}`)).body, 'state') === 'open',
    async whoAmI() {
      try {
        return wordAt((await call('GET', '/user')).body, 'login') || undefined
      } catch (error) {
        // An app's token has no user at this address.
        if (!(error instanceof HostRefusal) || error.status !== 403 || error.isLimit) throw error
        return viewerOf(query)
      }
    },
    async list() {
      const notes: Note[] = []
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = `per_page=100&page=${page}`
        const listed = listAt(
          (await call('GET', `/repos/${path}/issues/${number}/comments?${query}`)).body,
          '',
        )
        notes.push(...listed.map(toNote))
        if (listed.length < 100) break
      }
      return notes
    },
    create: async (body) =>
      toNote((await call('POST', `/repos/${path}/issues/${number}/comments`, { body })).body),
    update: async (id, body) =>
      toNote((await call('PATCH', `/repos/${path}/issues/comments/${id}`, { body })).body),
    remove: async (id) => void (await call('DELETE', `/repos/${path}/issues/comments/${id}`)),
  }
}

const viewerOf = async (query: CallHost): Promise<string | undefined> => {
  try {
    const { body } = await query('POST', '', { query: '{ viewer { login } }' })
    return wordAt(body, 'data.viewer.login') || undefined
  } catch (error) {
    if (error instanceof HostRefusal && !error.isLimit && [403, 404].includes(error.status)) return undefined
    throw error
  }
}
