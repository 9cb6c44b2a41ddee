import { cutPair } from '@svc/protocol'

/** The length of a compared value in a message, and the equal characters around its difference. */
const VALUE_LENGTH = 400
const CONTEXT = 80

/**
 * A message with its values behind its first line, where a cut cannot reach them, the received one first, then what the
 * assertion was about, then the log of the call with each line once.
 */
export function focusMessage(message: string): string {
  const start = message.indexOf('\nCall log:')
  const [body, log] =
    start < 0 ? [message, []] : [message.slice(0, start), message.slice(start + 1).split('\n')]
  const [first = '', ...rest] = body.split('\n')
  const from = rest.findIndex((line) => VALUE.test(line))
  const shown =
    from < 0 ? rest : [...valuesIn(rest, from), ...rest.slice(0, from), ...rest.slice(valuesEnd(rest, from))]
  return [first, ...(from < 0 ? shown : shown.filter((line) => line.trim() !== '')), ...onceEach(log)].join(
    '\n',
  )
}

const VALUE = /^\s{0,20}(?:expected|received|actual)\b[\w ]{0,40}:/i
/** What Playwright writes behind the values. */
const BEHIND = /^\s{0,20}(?:Timeout|Difference):/

/** A value may have many lines, so that everything up to a known line belongs to them. */
function valuesEnd(lines: string[], from: number): number {
  const end = lines.findIndex((line, at) => at > from && BEHIND.test(line))
  return end < 0 ? lines.length : end
}

function valuesIn(lines: string[], from: number): string[] {
  const values = lines.slice(from, valuesEnd(lines, from))
  const filled = values.filter((line) => line.trim() !== '')
  const [one, other] = filled.map((line) => LABELLED.exec(line))
  if (filled.length !== 2 || !one || !other) return receivedFirst(values)
  // Without their labels, which differ from the first character on.
  const cut = cutPair(one[2] ?? '', other[2] ?? '', VALUE_LENGTH, CONTEXT)
  return receivedFirst([`${one[1]}${cut[0]}`, `${other[1]}${cut[1]}`])
}

const RECEIVED = /^\s{0,20}(?:received|actual)\b/i

/** The received value before the expected one, each with all its lines, unless an empty line may end one of them. */
function receivedFirst(lines: string[]): string[] {
  const values = lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)
  const at = values.findIndex((line) => VALUE.test(line) && RECEIVED.test(line))
  const isPair = at > 0 && values.filter((line) => VALUE.test(line)).length === 2
  if (!isPair || values.some((line) => line.trim() === '')) return lines
  return [...values.slice(at), ...values.slice(0, at), ...lines.slice(values.length)]
}

const LABELLED = /^([\t ]{0,20}(?:expected|received|actual)\b[\w ]{0,40}:[\t ]{0,20})(.*)/i

/** A log repeats its lines while an assertion is retried. */
function onceEach(log: string[]): string[] {
  const once = [...new Map(log.map((line) => [line.replace(/^\s*(?:\d+ × )?/, ''), line])).keys()]
  if (once.length === log.length) return log
  const kept = new Set(once)
  return log.filter((line) => kept.delete(line.replace(/^\s*(?:\d+ × )?/, '')))
}
