/**
 * A text of people or tests as agents and pages see it: without escape sequences, changes of direction and letters that
 * nobody sees. Lines and tabs stay, and so do the joiners and
 * the selector that emoji and some scripts need.
 */
export const visible = (text: string): string => text.replace(INVISIBLE, '')

const INVISIBLE = /[^\P{Cc}\n\t]|(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{DI}]|[\p{Zl}\p{Zp}]/gu
