/** The first line of a text that is not blank at its beginning; empty for a blank text. */
export const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
