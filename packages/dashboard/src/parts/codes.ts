/** Escape sequences other than colours, cut out: cursors, titles and links. */
export const withoutOtherCodes = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
  text.replace(/\u001b\[[\d;?]*[A-LN-Za-ln-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\r(?!\n)/g, '')

/** The text without any codes, for places that have no colours. */
export const withoutCodes = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
  withoutOtherCodes(text).replace(/\u001b\[[\d;:]*m/g, '')
