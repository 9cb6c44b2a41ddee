/**
 * A text as a page shows it: characters that change the direction of the text, or that nobody sees, stand there as
 * their number (`[U+202E]`). A name could otherwise look like another one. Joiners, the marks of right-to-left scripts
 * and what emoji need stay where they can be of use.
 */
export const shown = (text: string): string => {
  if (!HIDDEN.test(text)) return text
  const isMixed = isRightToLeft(text)
  return text
    .replace(
      USELESS,
      (_, before: string, found: string) =>
        before + Array.from(found, (one) => (isMixed && MARKS.includes(one) ? one : numberOf(one))).join(''),
    )
    .replace(EACH_HIDDEN, (found: string, flag?: string) => flag ?? numberOf(found))
}

/** What Unicode calls ignorable or a control, the empty pattern of Braille, and the ends of lines that only scripts know. */
const CHARACTERS = '(?![\\t\\n\\r])[\\p{DI}\\p{Cc}\\u2028\\u2029\\u2800\\ufff9-\\ufffb]'
/** Marks of direction, of use beside right-to-left letters. */
const MARKS = '\u061c\u200e\u200f'
/** Joiners and selectors, of use behind letters of scripts that join, and behind emoji. */
const JOINERS = '\\u180b-\\u180d\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}'
/** Behind letters that need none of them; the key caps of emoji do. */
const USELESS = new RegExp(
  `(^|[\\0-\\x7f\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}])(?!\\ufe0f\\u20e3)([${MARKS}${JOINERS}]+)`,
  'gu',
)
/** The flags of England, Scotland and Wales are a black flag with tags. */
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007f}]{1,8}'
const HIDDEN = new RegExp(CHARACTERS, 'u')
const EACH_HIDDEN = new RegExp(`(${FLAG})|(?![${MARKS}${JOINERS}])${CHARACTERS}`, 'gu')

const numberOf = (character: string): string =>
  `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`

/** True for a text with letters of Hebrew, Arabic and other scripts that are written from the right. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

const RIGHT_TO_LEFT =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
