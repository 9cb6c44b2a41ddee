/**
 * Returns a value as JSON. Characters that act on a terminal, or that a reader does not see, and the `##` of commands of CI
 * are escapes: JSON itself escapes only the ASCII controls.
 */
export const toJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSEEN, (found) =>
    Array.from({ length: found.length }, (_, at) => escapeOf(found.charCodeAt(at))).join(''),
  )

const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{DI}]|#(?=#(?:vso|teamcity)?\[)/giu

const escapeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
