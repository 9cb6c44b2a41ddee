/**
 * A value as JSON for a terminal or a log. Characters that act on a terminal, or that a reader does not see, are escapes:
 * JSON itself escapes only the ASCII controls.
 */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSEEN, (found) =>
    Array.from({ length: found.length }, (_, at) => escapeOf(found.charCodeAt(at))).join(''),
  )

const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu

const escapeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
