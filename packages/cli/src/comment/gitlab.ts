import type { CallHost } from './call-host.ts'
import { at, listAt, wordAt } from './fields.ts'
import type { Host, Note } from './host.ts'
import { toGitLab } from './to-gitlab.ts'

interface Place {
  /** The project's number or path. */
  project: string
  number: number
  /** Display name, such as `acme/shop`. */
  repository: string
}

/** Pages of notes to read at most: 5,000 notes. */
const MOST_PAGES = 50

/** Returns the host of a GitLab merge request. */
export const gitlabHost = (call: CallHost, { project, number, repository }: Place): Host => {
  const request = `/projects/${encodeURIComponent(project)}/merge_requests/${number}`
  let page = ''
  const toNote = (value: unknown): Note => ({
    id: wordAt(value, 'id'),
    body: wordAt(value, 'body'),
    author: wordAt(value, 'author.id'),
    url: page === '' ? '' : `${page}#note_${wordAt(value, 'id')}`,
  })
  return {
    name: 'GitLab',
    subject: `merge request !${number} of ${repository}`,
    mostCharacters: 1_000_000,
    toOwnMarkdown: toGitLab,
    // Maintainers may edit every note.
    protectsNotes: false,
    async isOpen() {
      const { body } = await call('GET', request)
      page = wordAt(body, 'web_url')
      return wordAt(body, 'state') === 'opened'
    },
    whoAmI: async () => wordAt((await call('GET', '/user')).body, 'id') || undefined,
    async list() {
      const notes: Note[] = []
      for (let number = 1; number <= MOST_PAGES; number += 1) {
        const query = `sort=asc&order_by=created_at&per_page=100&page=${number}`
        const { body, header } = await call('GET', `${request}/notes?${query}`)
        notes.push(
          ...listAt(body, '')
            .filter((each) => at(each, 'system') !== true)
            .map(toNote),
        )
        if (!header('x-next-page')) break
      }
      return notes
    },
    create: async (body) => toNote((await call('POST', `${request}/notes`, { body })).body),
    update: async (id, body) => toNote((await call('PUT', `${request}/notes/${id}`, { body })).body),
    remove: async (id) => void (await call('DELETE', `${request}/notes/${id}`)),
  }
}
