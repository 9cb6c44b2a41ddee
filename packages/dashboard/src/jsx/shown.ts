/**
 * A text as a page shows it: characters that change the direction of the text, or that nobody sees, stand there as
 * their number (`[U+202E]`). A name could otherwise look like another one. Joiners, the marks of right-to-left scripts
 * and what emoji need stay.
 */
export const shown = (text: string): string =>
  HIDDEN.test(text)
    ? text.replace(EACH_HIDDEN, (found: string, flag?: string) => flag ?? numberOf(found))
    : text

const CHARACTERS =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u115f\\u1160\\u200b\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}'
/** The flags of England, Scotland and Wales are a black flag with tags. */
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007f}]{1,8}'
const HIDDEN = new RegExp(`[${CHARACTERS}]`, 'u')
const EACH_HIDDEN = new RegExp(`(${FLAG})|[${CHARACTERS}]`, 'gu')

const numberOf = (character: string): string =>
  `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`

/** True for a text with letters of Hebrew, Arabic and other scripts that are written from the right. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
