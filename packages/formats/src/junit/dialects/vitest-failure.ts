import { type Failure, LIMITS, type Location } from '@svc/protocol'
import type { JUnitOutcome } from '../elements.ts'

const FRAME = /^ ❯ (?:(.+) )?(\S+):(\d+):(\d+)$/
const CAUSE = 'Caused by: '
const THROWN = 'Serialized Error: '
/** The class for a thrown text or another value that is not an Error. */
const UNNAMED = 'Unknown Error'
const RULE = /^⎯{3,}$/
const NAME = /^([A-Za-z_$][\w$.]*): /
/** A line of a stack within an error that is printed as an object, because it has no message. */
const QUOTED_FRAME = /^\s*'(\s+at .+?)(?:\\n)?'(?: \+|,)?$/
const FOREIGN = /node_modules[\\/]|^node:/

/**
 * A failure of Vitest's JUnit reporter: class and message are attributes, the stack is printed for
 * people.
 */
export const vitestFailure = ({ message, type, text }: JUnitOutcome): Failure | undefined => {
  const body = text.replace(/^\s+/, '').trimEnd()
  if (type === '' && message === '') {
    const start = body.lastIndexOf(`\n${THROWN}`)
    return start < 0 ? undefined : { message: body.slice(start + 1 + THROWN.length).trim() }
  }
  // The message may contain anything, even text that looks like a frame; an attribute has spaces
  // for its line breaks.
  const begin = type || UNNAMED
  const printed = body.slice(0, begin.length + 2 + message.length)
  const isPrinted = flat(printed) === flat(`${begin}: ${message}`).slice(0, body.length)
  if (!isPrinted && !body.startsWith('{')) return undefined
  const whole = isPrinted ? printed.slice(begin.length + 2).padEnd(message.length) : message
  const [own = [], ...causes] = sectionsOf(isPrinted ? body.slice(printed.length) : body)
  const head = type ? `${type}: ${whole}` : whole
  return { message: whole, ...(type && { name: type }), ...placed(head, own), ...causedBy(causes) }
}

const flat = (text: string) => text.replaceAll(/[\t\n\r]/g, ' ')

/** The text after the message, and each cause with the text after it. */
const sectionsOf = (text: string): string[][] => {
  const sections: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.startsWith(CAUSE)) sections.push([line.slice(CAUSE.length)])
    else sections.at(-1)?.push(line)
  }
  return sections
}

const causedBy = ([first, ...deeper]: string[][], depth = 1): Pick<Failure, 'cause'> => {
  if (!first || depth >= LIMITS.depth) return {}
  const end = first.findIndex((line) => FRAME.test(line) || RULE.test(line))
  const head = (end < 0 ? first : first.slice(0, end)).join('\n').trimEnd()
  const [prefix = '', name] = NAME.exec(head) ?? []
  const message = head.slice(prefix.length)
  return {
    cause: { message, ...(name && { name }), ...placed(head, first), ...causedBy(deeper, depth + 1) },
  }
}

/** The stack in the engine's notation, and its first location in the project's own code. */
const placed = (head: string, lines: string[]): Pick<Failure, 'stack' | 'location'> => {
  const frames: string[] = []
  let location: Location | undefined
  for (const line of lines) {
    const [, method, file = '', row, column] = FRAME.exec(line) ?? []
    const quoted = QUOTED_FRAME.exec(line)?.[1]
    if (file) frames.push(`    at ${method ? `${method} (` : ''}${file}:${row}:${column}${method ? ')' : ''}`)
    else if (quoted) frames.push(quoted)
    if (file && !FOREIGN.test(file)) location ??= { file, line: Number(row), column: Number(column) }
  }
  return {
    ...(frames.length > 0 && { stack: [head, ...frames].join('\n') }),
    ...(location && { location }),
  }
}
