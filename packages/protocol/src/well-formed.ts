/**
 * The text with each lone half of a surrogate pair written out, as `\ud800`. No database and no UTF-8 holds
 * such a half. U+FFFD would take its place, and two names that differ in it would become one.
 */
export const wellFormed = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
