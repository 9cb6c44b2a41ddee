import { hash } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import type { Failure } from '@svc/protocol'

/** What differs between two happenings of one error, and a word that stands for it. */
const MASKS: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b(?:https?|wss?):\/\/[^\s"'`)]+/g, '<address>'],
  [/(?:[a-z]:)?(?:[\\/][\w.@~+-]+){2,}(?::\d+)*/gi, '<path>'],
  [/\b(?=[a-z]*\d)[0-9a-f]{8,}\b/gi, '<id>'],
  [/0x[0-9a-f]+/gi, '<number>'],
  [/\d+(?:[.,_]\d+)*/g, '<number>'],
]

/** Values that an assertion compared; what it asserts is in the words before them. */
const COMPARED = /^(\s*(?:[-+]\s*)?(?:expected|received|actual)[^:\n]*:).*$/gim
const DIFF_LINE = /^\s*[-+] .*$/gm

/**
 * The same for two errors that differ only in values: message and top frame of the project's own
 * code with numbers, ids, paths, times, colours and compared values masked. 16 hex digits.
 */
export function fingerprint(failure: Failure): string {
  return hash(
    'sha256',
    JSON.stringify([failure.name ?? '', mask(failure.message), ownFrame(failure.stack)]),
  ).slice(0, 16)
}

function mask(message: string): string {
  let masked = stripVTControlCharacters(message).replace(COMPARED, '$1 <value>').replace(DIFF_LINE, '<diff>')
  for (const [pattern, word] of MASKS) masked = masked.replace(pattern, word)
  return masked.replace(/(?:<diff>\s*)+/g, '<diff>\n').trim()
}

const FRAME = /^\s*at (?:(.*?) \()?((?:[a-z]:)?[^():\n]+):\d+:\d+\)?$/i

function ownFrame(stack: string | undefined): string {
  for (const line of stack?.split('\n') ?? []) {
    const frame = FRAME.exec(line)
    const file = frame?.[2]
    if (!frame || !file || /node_modules|^node:|^internal\//.test(file)) continue
    return `${frame[1] ?? ''}@${file.split(/[\\/]/).slice(-2).join('/')}`
  }
  return ''
}
