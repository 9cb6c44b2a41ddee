import type { Failure } from '@svc/protocol'
import { withClass } from '../../results/error-text.ts'
import type { ClusterDraft } from '../clusters/draft.ts'

const VALUE_LENGTH = 300
const EXPECTED = /^[ \t]{0,20}expected\b[\w ]{0,40}:/im
const RECEIVED = /^[ \t]{0,20}(?:received|actual)\b[\w ]{0,40}:/im
const DIFF = /^[-+] /m

/** The message of an error after its class, with the compared values as a diff unless the message shows them. */
export function errorText(message: string, failure: Failure | null): string {
  const text = withoutRepeats(withClass(message, failure))
  const { expected, actual } = failure ?? {}
  const isShown = (EXPECTED.test(text) && RECEIVED.test(text)) || DIFF.test(text)
  if (isShown || expected === undefined || actual === undefined || expected === actual) return text
  return [text, ...difference(expected, actual)].join('\n')
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

/** Two values as the lines in which they differ. */
function difference(expected: string, actual: string): string[] {
  if (!expected.includes('\n') && !actual.includes('\n'))
    return [`- Expected: ${cut(expected)}`, `+ Received: ${cut(actual)}`]
  const [one, other] = [expected.split('\n'), actual.split('\n')]
  const most = Math.min(one.length, other.length)
  let from = 0
  while (from < most && one[from] === other[from]) from++
  let end = 0
  while (end < most - from && one.at(-1 - end) === other.at(-1 - end)) end++
  const side = (sign: string, lines: string[]) =>
    lines
      .slice(from, lines.length - end)
      .slice(0, MOST_LINES)
      .map((line) => `${sign} ${cut(line)}`)
  return ['- Expected', '+ Received', ...side('-', one), ...side('+', other)]
}

const MOST_LINES = 8

const cut = (value: string) => (value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value)
