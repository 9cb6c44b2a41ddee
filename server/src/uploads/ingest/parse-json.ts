import { Problem } from '../../ground/kernel/problem.ts'
import { findMistake } from './json-mistake.ts'

/** Parses a JSON document. Throws INVALID_REQUEST with the mistake, its line and its column. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    if (body.trim() === '')
      throw new Problem('INVALID_REQUEST', 'body: expected a JSON document; the body is empty.', { cause })
    throw new Problem(
      'INVALID_REQUEST',
      `body: expected a JSON document (${describeMistake(body, cause)}).`,
      {
        cause,
      },
    )
  }
}

/** V8's message about invalid JSON, with the position, which V8 reports only for some mistakes. */
export function describeMistake(text: string, cause: unknown, firstLine = 1): string {
  const said =
    cause instanceof Error ? cause.message.replace(/ in JSON at position \d+.*$/s, '') : 'it is not JSON'
  const { line, column } = findMistake(text) ?? { line: 1, column: 1 }
  return `${said.slice(0, 200)} at line ${line + firstLine - 1} column ${column}`
}
