import type { CallHost } from './call-host.ts'
import { at, listAt, wordAt } from './fields.ts'
import type { Host, Note } from './host.ts'
import { segmentsOf } from './segments.ts'

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

const ZERO_WIDTH_SPACE = '&#8203;'

/**
 * Converts the server's text for GitLab, which renders HTML like GitHub, but finds references in the rendered text and
 * commands at the start of lines. The name of a test must not mention, link or close anything.
 */
const toGitLab = (markdown: string): string =>
  segmentsOf(markdown)
    .flatMap(({ isCode, lines }) =>
      lines.map((line) => withoutCommand(isCode ? line : withoutReferences(line))),
    )
    .join('\n')

/** `!1`, `$1`, `&1`, `~bug`, `^alert#1`, `[issue:1]`, `:tada:` and `%"1.0"`; the server escapes `#1` and `@name`. */
const REFERENCES =
  /&#(?:33|36|38);(?=\d)|&#126;(?=[\w"&])|&#94;(?=alert)|&#91;(?=\w+(?::|&#58;))|&#58;(?=(?:[\w+-]|&#(?:43|45|95);)+(?::|&#58;))|%(?=[\w"])/g

/** Separates the characters of a reference, which count only side by side. */
const withoutReferences = (line: string): string =>
  line
    .split(/(\]\([^()\s]*\))/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(REFERENCES, `$&${ZERO_WIDTH_SPACE}`)))
    .join('')

/** Disarms lines such as `/close`, which GitLab would run as the token's user, even in a fenced block. */
const withoutCommand = (line: string): string => line.replace(/^(\s*)\/(?=[a-z])/i, '$1\u200b/')
