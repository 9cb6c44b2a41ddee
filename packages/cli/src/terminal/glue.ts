/** Prevents a line break between two words, as in `12 ms`; printed as a space. */
export const GLUE = '\u00a0'
