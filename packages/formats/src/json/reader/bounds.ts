/** Containers within containers. */
export const MOST_DEPTH = 256

/** Characters of one string that are kept: more than any text is kept of, and enough for what tests attach in place. */
export const LONGEST_STRING = 16 * 1024 * 1024

/** Characters of a value that is taken whole, as one test is, before its strings are cut shorter. */
export const ROOMY = 32 * 1024 * 1024

/** Characters of one string in a value larger than that. */
export const SHORT_STRING = 64 * 1024

/** Characters of a value that is taken whole; a larger one is refused. */
export const LARGEST_VALUE = 64 * 1024 * 1024

/** Blanks in a row: such a file is made to keep its reader busy. */
export const MOST_BLANKS = 16 * 1024 * 1024

/** Characters of a number or a word. */
export const LONGEST_PRIMITIVE = 1_000
