/**
 * Returns any text as one log line without commands: the runner executes `::name::` at the start of a
 * line, and `##[name]` anywhere.
 */
export const logLine = (text: string): string =>
  `svc: ${inert(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()}`

/** Removes invisible and bidirectional characters and `##[name]` commands; keeps line breaks, which the toolkit escapes. */
export const inert = (text: string): string =>
  text.replace(/[^\P{Cc}\n\r\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu, '').replace(/##(?=\[)/g, '## ')
