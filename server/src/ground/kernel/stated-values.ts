/** The compared values of an assertion, each on one line. */
export interface Values {
  expected: string
  received: string
}

const EXPECTED = /^\s{0,20}expected\b[\w ]{0,40}:\s*(\S.*)$/i
const RECEIVED = /^\s{0,20}(?:received|actual)\b[\w ]{0,40}:\s*(\S.*)$/i

/** The values that a message states on lines of their own, or the first lines of its diff; null if it has none. */
export function statedValues(message: string): Values | null {
  const lines = message.split('\n')
  const valueIn = (line: RegExp) =>
    lines.map((text) => line.exec(text)?.[1]).find((value) => value !== undefined)
  const [expected, received] = [valueIn(EXPECTED), valueIn(RECEIVED)]
  if (expected !== undefined && received !== undefined)
    return { expected: expected.trim(), received: received.trim() }
  return valuesOfDiff(lines)
}

/** The first removed and the first added line that say something; the head of a diff names both sides. */
export function valuesOfDiff(lines: string[]): Values | null {
  const lineOf = (sign: '-' | '+') =>
    lines
      .filter((line) => line.startsWith(sign) && !HEAD.test(line))
      .map((line) => line.slice(1).trim())
      .find((line) => line !== '' && !OPENING.test(line))
  const [expected, received] = [lineOf('-'), lineOf('+')]
  return expected === undefined || received === undefined ? null : { expected, received }
}

/** The beginning of a value whose contents follow. */
const OPENING = /^[\w ]{0,60}[[{(]$/
const HEAD = /^[-+] (?:Expected|Received) {2}[-+] \d+$/

/** The line of a message that says the most: the one that compares, else the first. */
export function tellingLine(message: string): string {
  const lines = message.trim().split('\n')
  return (lines.find((line) => COMPARED.test(line)) ?? lines[0] ?? '').trim()
}

const COMPARED = /\bexpected\b.{1,200}\breceived\b/i
