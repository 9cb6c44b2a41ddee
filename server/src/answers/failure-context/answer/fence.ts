import { visible } from '@svc/protocol'
import { code as asCode, cutText } from '../../../ground/kernel/quoted.ts'
import { tellingLine } from '../../../ground/kernel/stated-values.ts'
import type { ClusterDraft } from '../clusters/draft.ts'
import { messageOf } from './render-error.ts'
import { valuesOf } from './values-of.ts'

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

/** What a cluster is about, in a few words: the values that its assertion compared, else its error. */
type Essence = { received: string; expected: string } | { error: string }

/** Each value at most so many characters; an error has the length of both. */
export function essenceOf(cluster: ClusterDraft, most: number): Essence {
  const message = messageOf(cluster)
  const values = valuesOf(message, cluster.detail?.failure ?? null, most)
  if (values) return { received: values.received, expected: values.expected }
  return { error: cutText(tellingLine(message), most * 2) }
}

export const essenceText = (essence: Essence, most: number): string =>
  'error' in essence
    ? code(essence.error, most * 2)
    : `received ${code(essence.received, most)}, expected ${code(essence.expected, most)}`
