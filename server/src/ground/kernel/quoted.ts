import { cutText } from './cut-text.ts'

/** Characters of a name in a sentence of the server. */
const LONGEST_NAME = 80

/**
 * A name that anybody can choose, for a text in the server's voice: in quotation marks that it cannot end, on one line, and
 * cut at `most` characters with an ellipsis. What readers would not see is an escape, such as `\u202e`.
 */
export const quoted = (name: string, most = LONGEST_NAME): string =>
  `"${cutText(shown(beginningOf(name, most).replace(ESCAPED, (mark) => `\\${mark === '\\' ? mark : '"'}`)), most)}"`

/** The same between backticks: for names of code and tests, in which quotation marks are frequent. */
export const code = (name: string, most = LONGEST_NAME): string =>
  `\`${cutText(shown(beginningOf(name, most).replaceAll('`', "'")), most)}\``

/**
 * A name or a path of lower-case letters, digits, dots, hyphens and underscores alone, as slugs and most paths are: as it
 * is. Any other text is quoted, cut at `most` characters.
 */
export const slug = (name: string, most = LONGEST_NAME): string =>
  SLUG.test(name) ? name : quoted(name, most)

const SLUG = /^(?=.{1,100}$)[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/
/** What ends a quotation for a reader, and what escapes. */
const ESCAPED = /[\\"“”‟″〝〞＂]/g

/** Emoji of several characters, which may have joiners, selectors and tags. */
const EMOJI = String.raw`\p{RGI_Emoji}`
/** Controls and characters without a shape of their own: changes of direction, tags, selectors, fillers. */
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800[\p{Zs}--[ ]]]`
const EITHER = new RegExp(`(${EMOJI})|${UNSEEN}`, 'gv')

/** A text with escapes for what readers would not see. Emoji keep the joiners that they need. */
const shown = (text: string): string =>
  text.replace(EITHER, (found, emoji: string | undefined) => emoji ?? SHORT[found] ?? escapeOf(found))

const SHORT: Record<string, string> = { '\n': String.raw`\n`, '\t': String.raw`\t`, '\r': String.raw`\r` }

function escapeOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/** One character more than is shown, so that a cut is marked. */
const beginningOf = (name: string, most: number): string =>
  name.slice(0, most + 2).replace(/[\ud800-\udbff]$/, '')
