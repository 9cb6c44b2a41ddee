import { withoutCiCommands } from '@svc/protocol'

/** Returns a text between marks that it cannot close. */
export const fenced = (text: string): string => {
  const clean = text.replace(/\r\n?/g, '\n').replace(UNSEEN, '').split('\n').map(withoutCiCommands).join('\n')
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}\n${clean}\n${marks}`
}

/** Terminal escape sequences, and characters that hide or reorder others. */
const UNSEEN = /[^\P{Cc}\n\t]|(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{DI}]|[\p{Zl}\p{Zp}]/gu
