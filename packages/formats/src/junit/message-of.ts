import type { JUnitCase, JUnitOutcome } from './elements.ts'

/** Messages that only say that the test failed. */
const GENERIC =
  /^(?:|fail|failed|failure|error|errored|test failed|test failure|assertion ?error|assertion failed|none|null|undefined)[.:!]?$/i
const FRAME = /^(?:at |from |File "|#\d+ |goroutine \d)|^\S+:\d+(?::\d+)?$/
/** PHPUnit's text before the reason: the class and the method, with its data set. */
const NAME_LINE = /^(?:[A-Za-z_\\][\w\\]*::\w+|\w+\([\w\\]+\))(?: with data set .*)?$/
/** The end of a data set that continues below the name. */
const NAME_REST = /^[^()]*\)$|^\([^()]*\)$/
const GO_NOISE = /^(?:=== |--- (?:FAIL|PASS|SKIP|BENCH)|FAIL\b|PASS$|ok\s|exit status )/
const GO_LOCATED = /^\s*[\w./-]+\.go:\d+: ?/
/** The parts of testify's output: a tab on both sides of the label. */
const TESTIFY_PART = /^\s*\t(Error Trace|Error|Test|Messages):(.*)/
/** A longer reason of Go keeps its end, where Go prints the cause. */
const GO_LINES = 10

/** The reason of a failure, without the text's first lines if they contain only names. */
export interface MessageAndRest {
  message: string
  rest: string
}

/**
 * The reason from the attribute, else from the text; undefined if neither has one.
 */
export const messageOf = (
  outcome: JUnitOutcome,
  body: string,
  test?: JUnitCase,
): MessageAndRest | undefined => {
  const message = outcome.message.trim()
  const isGeneric = genericFor(outcome.type.trim(), test)
  if (!isGeneric(message)) return { message, rest: body }
  if (isGo(body)) {
    const reason = goReason(body)
    return reason === undefined ? undefined : { message: reason, rest: body }
  }
  return reasonIn(body, isGeneric)
}

const genericFor = (type: string, test: JUnitCase | undefined) => {
  const { name = '', className = '' } = test ?? {}
  const own = new Set([type, type.split(/[.\\:]/).at(-1) ?? '', name, `${className}.${name}`])
  return (line: string) => GENERIC.test(line) || own.has(line.replace(/:$/, '')) || isNameOf(line, name)
}

const isNameOf = (line: string, name: string) => name !== '' && line.endsWith(`::${name}`)

const reasonIn = (body: string, isGeneric: (line: string) => boolean): MessageAndRest | undefined => {
  const lines = body.split('\n')
  const marked = lines.find((line) => /^E {2,}\S/.test(line) && !isGeneric(line.slice(1).trim()))
  if (marked) return { message: marked.slice(1).trim(), rest: body }
  if (lines[0]?.startsWith('Traceback (most recent call last)')) {
    const raised = lines.slice(1).find((line) => /^[A-Za-z_]/.test(line) && !isGeneric(line.trim()))
    return raised === undefined ? undefined : { message: raised.trim(), rest: body }
  }
  const isName = (line: string, index: number) =>
    isHeading(line, isGeneric) || (NAME_REST.test(line) && / with data set /.test(lines[index - 1] ?? ''))
  const i = lines.findIndex((line, index) => line.trim() !== '' && !isName(line.trim(), index))
  const first = lines[i]?.trim() ?? ''
  if (first === '' || FRAME.test(first)) return undefined
  const isNamed = lines.slice(0, i).some((line) => line.trim() !== '')
  return { message: first, rest: isNamed ? lines.slice(i + 1).join('\n') : body }
}

const isHeading = (line: string, isGeneric: (line: string) => boolean) =>
  isGeneric(line) || NAME_LINE.test(line)

const isGo = (text: string) => /^[ \t]*(?:=== RUN|--- FAIL:|[\w./-]+\.go:\d+:)/m.test(text)

/** A panic, a testify assertion, everything that the test logged, or the first line that it printed. */
const goReason = (text: string): string | undefined => {
  const lines = text.split('\n')
  const panic = lines.find((line) => /^(?:panic|fatal error): /.test(line))
  if (panic) return withoutRecovered(panic).trim()
  const located: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (!GO_LOCATED.test(line)) continue
    const trimmed = line.trim()
    located.push(
      /:\d+:$/.test(trimmed) ? [trimmed, testify(lines, index + 1)].filter(Boolean).join(' ') : trimmed,
    )
  }
  if (located.length > 0) return located.slice(-GO_LINES).join('\n')
  return lines.map((line) => line.trim()).find((line) => line !== '' && !GO_NOISE.test(line))
}

/** The text after `Error:`, up to the next label. */
const testify = (lines: string[], from: number): string => {
  const said: string[] = []
  let part = ''
  for (const line of lines.slice(from)) {
    if (GO_LOCATED.test(line) && !/^\s*\t/.test(line)) break
    if (GO_NOISE.test(line.trim())) break
    const [, label, text = line] = TESTIFY_PART.exec(line) ?? []
    part = label ?? part
    if (part === 'Error' || part === 'Messages' || part === '') said.push(text.trim())
  }
  return said
    .filter((line) => line !== '')
    .slice(0, GO_LINES)
    .join('\n')
}

/** After a panic, Go states that it was recovered and raised again. */
const withoutRecovered = (panic: string): string => {
  const end = panic.indexOf(' [recovered')
  return end >= 0 && panic.endsWith(']') ? panic.slice(0, end) : panic
}
