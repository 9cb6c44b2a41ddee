import { visible } from '@svc/protocol'
import { cutText } from '../../../ground/kernel/cut-text.ts'
import { code as asCode } from '../../../ground/kernel/quoted.ts'

/** Line breaks, escape sequences, and characters that hide or turn others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** A name from a test as data: on one line, between backticks that it cannot close. */
export const code = (text: string, most = 200): string =>
  text.trim() === '' ? '(empty)' : asCode(text, most)

/** A text on one line of visible characters. */
function oneLine(text: string, most = 200): string {
  const line = text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()
  return cutText(line, most).toWellFormed()
}

interface FenceOptions {
  source: string
  language?: string
  mostLines?: number
  mostLength?: number
}

/** Output of a test as data: a block that nothing in it can close, with its source in the first line. */
export function fence(
  text: string,
  { source, language = 'text', mostLines = 40, mostLength = 4_000 }: FenceOptions,
): string {
  const clean = visible(text.replace(/\r\n?/g, '\n')).trimEnd()
  const lines = clean.split('\n')
  const shown = cutText(lines.slice(0, mostLines).join('\n'), mostLength).toWellFormed()
  const isCut = shown !== clean
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language} source: ${oneLine(source, 120).replaceAll('`', "'")}\n${shown}${isCut ? '\n… (cut)' : ''}\n${marks}`
}
