/** Holds two words together where lines are broken, as in `12 ms`; printed as a space. */
export const GLUE = '\u00a0'
