import { type CallHost, HostRefusal } from './call-host.ts'
import { at, listAt, wordAt } from './fields.ts'
import type { Host, Note } from './host.ts'
import { toBitbucket } from './to-bitbucket.ts'

/** Pages of comments to read at most: 5,000 comments. */
const MOST_PAGES = 50

/** Returns the host of a Bitbucket Cloud pull request; `repository` is `workspace/slug`. */
export const bitbucketHost = (call: CallHost, repository: string, number: number): Host => {
  const path = repository.split('/').map(encodeURIComponent).join('/')
  const request = `/repositories/${path}/pullrequests/${number}`
  const toNote = (value: unknown): Note => ({
    id: wordAt(value, 'id'),
    body: wordAt(value, 'content.raw'),
    author: wordAt(value, 'user.uuid'),
    url: wordAt(value, 'links.html.href'),
  })
  return {
    name: 'Bitbucket',
    subject: `pull request #${number} of ${repository}`,
    // Bitbucket rejects more than 32,768.
    mostCharacters: 32_000,
    toOwnMarkdown: toBitbucket,
    protectsNotes: true,
    isOpen: async () => wordAt((await call('GET', request)).body, 'state') === 'OPEN',
    async whoAmI() {
      try {
        return wordAt((await call('GET', '/user')).body, 'uuid') || undefined
      } catch (error) {
        // A repository's token has no user, and it can change only its own comments.
        if (error instanceof HostRefusal && !error.isLimit && [401, 403, 404].includes(error.status))
          return undefined
        throw error
      }
    },
    async list() {
      const notes: Note[] = []
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        // Builds the address of the next page itself: following the given one could leak the token.
        const { body } = await call('GET', `${request}/comments?pagelen=100&page=${page}`)
        notes.push(
          ...listAt(body, 'values')
            .filter((each) => at(each, 'deleted') !== true && at(each, 'inline') === undefined)
            .map(toNote),
        )
        if (!at(body, 'next')) break
      }
      return notes
    },
    create: async (raw) => toNote((await call('POST', `${request}/comments`, { content: { raw } })).body),
    update: async (id, raw) =>
      toNote((await call('PUT', `${request}/comments/${id}`, { content: { raw } })).body),
    remove: async (id) => void (await call('DELETE', `${request}/comments/${id}`)),
  }
}
