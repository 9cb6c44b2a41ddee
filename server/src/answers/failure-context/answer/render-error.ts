import type { Failure } from '@svc/protocol'
import { withClass } from '../../../results/results/error-text.ts'
import { valueLines } from '../../../results/results/value-lines.ts'
import type { ClusterDraft } from '../clusters/draft.ts'
import { focusMessage } from './focus-message.ts'

/** The number of lines of each side of a difference. */
const MOST_OF_SIDE = 8
/** Equal values from this length on were cut before their difference, by an older reporter. */
const CUT_LENGTH = 2_000
const EXPECTED = /^[ \t]{0,20}expected\b[\w ]{0,40}:/im
const RECEIVED = /^[ \t]{0,20}(?:received|actual)\b[\w ]{0,40}:/im
const DIFF = /^[-+] /m

/**
 * The message of an error after its class, the compared values first: as the message states them, else as a diff.
 */
export function errorText(message: string, failure: Failure | null): string {
  const text = focusMessage(withoutRepeats(withClass(message, failure)))
  const { expected, actual } = failure ?? {}
  const isShown = (EXPECTED.test(text) && RECEIVED.test(text)) || DIFF.test(text)
  if (isShown || expected === undefined || actual === undefined) return text
  if (expected === actual)
    return expected.length < CUT_LENGTH
      ? text
      : `${text}\nThe compared values are stored only in part, and that part is equal.`
  const [first, ...rest] = text.split('\n')
  const lines = valueLines(expected, actual, MOST_OF_SIDE)
  const [wanted, got, ...more] = lines
  const isPair = wanted?.startsWith('- Expected: ') && got?.startsWith('+ Received: ')
  return [first, ...(isPair ? [got, wanted, ...more] : lines), ...rest].join('\n')
}

/** The message of a cluster's error after its class; without the class if the answer only names the cluster. */
export const messageOf = ({ detail, message }: Pick<ClusterDraft, 'detail' | 'message'>): string =>
  withClass(detail?.failure?.message ?? message, detail?.failure ?? null)

/**
 * Other first lines of a cluster's error, after its class if all of them share it; an outage has
 * several errors.
 */
export const wordingsOf = ({ detail, topic, wordings }: ClusterDraft): string[] =>
  wordings.map((line) => withClass(line, topic === 'infrastructure' ? null : (detail?.failure ?? null)))

/** Equal lines in a row once, with their number. */
export function withoutRepeats(text: string): string {
  const lines: { line: string; times: number }[] = []
  for (const line of text.split('\n')) {
    const last = lines.at(-1)
    if (last?.line === line) last.times++
    else lines.push({ line, times: 1 })
  }
  return lines
    .map(({ line, times }) => (times > 2 ? `${line} (${times} times)` : Array(times).fill(line).join('\n')))
    .join('\n')
}
