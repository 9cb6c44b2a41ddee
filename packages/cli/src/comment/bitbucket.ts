import { type CallHost, HostRefusal } from './call-host.ts'
import { at, listAt, wordAt } from './fields.ts'
import type { Host, Note } from './host.ts'
import { segmentsOf } from './segments.ts'

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

const ZERO_WIDTH_SPACE = '\u200b'
const MARKER = /^<!-- (svc:pull-request(?: [\w.-]+)?) -->$/

/**
 * Converts the server's text for Bitbucket, which does not render HTML: folded text is expanded under its summary, code
 * is in backticks, and the marker is an unused link definition.
 */
const toBitbucket = (markdown: string): string =>
  segmentsOf(markdown)
    .map(({ isCode, lines }) => (isCode ? lines : lines.map(toPlain)).join('\n'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()

const toPlain = (line: string): string => {
  const marker = MARKER.exec(line)?.[1]
  if (marker !== undefined) return `[//]: # (${marker})`
  return decoded(
    line
      .replace(/<code>(.*?)<\/code>/g, (_, text: string) => inBackticks(text))
      .replace(/<details><summary>(.*?)<\/summary>/g, '**$1**')
      .replaceAll('</details>', ''),
  )
}

/** Code is not escaped; a zero-width space keeps the next step from decoding entities in it. */
const inBackticks = (text: string): string => {
  const code = text.replace(ENTITY, (_, number: string) => String.fromCodePoint(Number(number)))
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return `${fence}${pad}${code.trim() === '' ? '-' : code}${pad}${fence}`.replaceAll(
    '&#',
    `&${ZERO_WIDTH_SPACE}#`,
  )
}

const ENTITY = /&#(\d{1,7});/g

/**
 * Characters that start a tag, an entity, a strike-through or an emoji and that Markdown cannot escape. Only these get
 * a zero-width space, because people copy names to search for them.
 */
const AMBIGUOUS =
  /&#60;(?=[a-z/?!]|&#33;)|&#38;(?=\w|&#35;)|&#126;(?=&#126;)|&#58;(?=(?:[\w+-]|&#(?:43|45|95);)+(?::|&#58;))/gi

/** Decodes entities, and escapes the characters with a backslash if Markdown allows it. */
const decoded = (line: string): string =>
  line.replace(AMBIGUOUS, `$&${ZERO_WIDTH_SPACE}`).replace(ENTITY, (_, number: string) => {
    const character = String.fromCodePoint(Math.min(Number(number), 0x10_ff_ff))
    return '\\`*_{}[]()>#+-!'.includes(character) ? `\\${character}` : character
  })
