/** The first line of a text after leading blank ones; empty for a blank text. */
export const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
