/** The maximum nesting of containers. */
export const MOST_DEPTH = 256

/**
 * The number of characters of one string that are kept: more than of any text, and enough for
 * inline attachments.
 */
export const LONGEST_STRING = 16 * 1024 * 1024

/**
 * The number of characters of a value that is read as a whole, such as one test, before its strings
 * are cut shorter.
 */
export const ROOMY = 32 * 1024 * 1024

/** The number of characters of one string in a larger value. */
export const SHORT_STRING = 64 * 1024

/** The maximum number of characters of a value that is read as a whole. */
export const LARGEST_VALUE = 64 * 1024 * 1024

/** Consecutive blanks: a file with more was made to keep its reader busy. */
export const MOST_BLANKS = 16 * 1024 * 1024

/** The number of characters of a number or a word. */
export const LONGEST_PRIMITIVE = 1_000
