import { wellFormed } from './well-formed.ts'

/**
 * Characters that mean something in the Markdown of GitHub, GitLab or Bitbucket. Others stay, because mails show the
 * source: `-` and `+` mean something at the start of a text, `_` at the edge of a word, `!` before a link or a number,
 * `:` before the name of an emoji, and `*`, `#`, `<`, `>` and `&` unless they stand alone between spaces.
 */
const MARKUP =
  /[\\`{}[\]|~^$@]|(?<! )[*#<>&]|[*#<>&](?! )|^[-+]|(?<![A-Za-z\d])_|_(?![A-Za-z\d])|!(?=[\d[])|:(?=[\w+-]{1,60}:)/g
/**
 * Controls, formats (zero-width, bidirectional), variation selectors and fillers: they change how a reader sees the
 * rest, or are a name that nobody sees.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu

/** Allows a line break. */
const ZERO_WIDTH_SPACE = '\u200b'
/** Prevents a line break: `@` stays beside its name. */
const WORD_JOINER = '\u2060'
/** People and issues, which GitHub links in the finished text, after it has decoded entities. */
const REFERENCES = /@(?=\w)|#(?=\d)|\bGH-(?=\d)/gi
const ADDRESSES = /:(?=\/\/)|\bwww(?=\.)/gi

/** Text from a test, an error or a branch as plain Markdown words: nothing in it links, mentions or hides. */
export function plainMarkdown(text: string, most = 200): string {
  // A backslash or an entity stops Markdown; only something in between stops a mention or a reference.
  return visibleLine(text, most)
    .replace(REFERENCES, `$&${WORD_JOINER}`)
    .replace(ADDRESSES, `$&${ZERO_WIDTH_SPACE}`)
    .replace(MARKUP, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(WORD_JOINER, '&#8288;')
    .replaceAll(ZERO_WIDTH_SPACE, '&#8203;')
}

/** Text in one line of visible characters, for a place that does not interpret Markdown. */
export function visibleLine(text: string, most = 200): string {
  const line = text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()
  const cut = line.length > most ? `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
  return wellFormed(cut)
}
