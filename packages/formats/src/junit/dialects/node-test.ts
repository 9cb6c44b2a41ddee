import type { Failure } from '@svc/protocol'
import { type Dialect, fileOf } from '../dialect.ts'
import type { JUnitOutcome } from '../elements.ts'

/** What the runner writes as the reason of a skip without one. */
const NO_REASON = 'true'
const CLASS = /^([A-Za-z_$][\w$.]*)(?: \[\w+\])?(?:: |\n|$)/

/**
 * node:test. A test with subtests is a suite. Node 20 writes neither a file nor a class, so the names of the suites
 * are the titles. A failing todo does not fail the run.
 */
export const nodeTest: Dialect = {
  name: 'node-test',
  tool: 'node:test',
  marksRetries: 'node:test',
  // A test that contains others is a suite, which has no failure of its own.
  countsInComments: true,
  detect: ({ text }) =>
    /<testsuites>\s*<test(?:case name="[^"]{0,1000}" time="[\d.]{1,40}" classname="test"|suite name="[^"]{0,1000}" time="[\d.]{1,40}" disabled="\d{1,9}" errors="\d{1,9}" tests=)/.test(
      text,
    ),
  nameOf: (test, suites) => ({
    file: fileOf(test, suites),
    titles: [...suites.map(({ name }) => name), test.name].filter((title) => title !== ''),
  }),
  failureOf: (outcome) => causeOf(outcome),
  adjust: (attempts) =>
    attempts.map((attempt) => {
      if (attempt.skip?.reason !== NO_REASON) return attempt
      const { reason, ...skip } = attempt.skip
      return { ...attempt, skip }
    }),
}

/** The error that the test threw; the runner wraps it in one of its own. */
function causeOf({ message, text }: JUnitOutcome): Failure | undefined {
  const lines = linesOfCause(text)
  const name = CLASS.exec(lines[0] ?? '')?.[1]
  if (!name) return undefined
  const firstFrame = lines.findIndex((line) => /^\s+at /.test(line))
  const head = (firstFrame < 0 ? lines : lines.slice(0, firstFrame)).join('\n').trimEnd()
  const prefix = /^[^\n]*?: /.exec(head)?.[0] ?? ''
  const frames = lines.filter((line) => /^\s+at /.test(line)).map((line) => line.replace(/ \{$/, ''))
  return {
    message: head.slice(prefix.length) || message,
    name,
    ...(frames.length > 0 && { stack: [head, ...frames].join('\n') }),
  }
}

/** Without the indentation of the object that contains it. */
function linesOfCause(text: string): string[] {
  const start = /\n( *)cause: /.exec(text)
  if (!start) return []
  const indentation = start[1] ?? ''
  const lines = text.slice(start.index + start[0].length).split('\n')
  const end = lines.findIndex(
    (line, index) => index > 0 && /^ *\}/.test(line) && line.search(/\}/) <= indentation.length,
  )
  return lines
    .slice(0, end < 0 ? undefined : end)
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
}
