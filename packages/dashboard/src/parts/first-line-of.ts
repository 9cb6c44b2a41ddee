/** The first meaningful line of an error. */
export const firstLineOf = (message: string): string => message.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
