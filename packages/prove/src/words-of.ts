/** Returns what went wrong, for a line that a person reads. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
