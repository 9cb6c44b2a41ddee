/** Escape sequences other than colours, which are removed: cursors, titles and links. */
export const withoutOtherCodes = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
  text.replace(/\u001b\[[\d;?]*[A-LN-Za-ln-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\r(?!\n)/g, '')

/** The text without any escape sequences, for places without colours. */
export const withoutCodes = (text: string): string => withoutOtherCodes(text).replace(CODE, '')

/** The beginning of another colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
export const CODE = /\u001b\[[\d;:]*m/g
