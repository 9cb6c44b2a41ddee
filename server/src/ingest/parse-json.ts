import { Problem } from '../kernel/problem.ts'

/** Larger bodies are not searched for their mistake: it takes some twenty readings. */
const SEARCHED_UP_TO = 1024 * 1024

/** Parses a JSON document; INVALID_REQUEST says what is wrong and, up to 1 MiB, on which line and column. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.slice(0, 200) : ''
    const place = / \(line \d+ column \d+\)| at position \d+/.test(message) ? '' : placeOfMistake(body)
    throw new Problem('INVALID_REQUEST', `body: expected a JSON document (${message}${place}).`, { cause })
  }
}

/** V8 tells no place of an unexpected token. A beginning has the mistake from the token on, and not before it. */
function placeOfMistake(body: string): string {
  if (body.length > SEARCHED_UP_TO || !hasUnexpectedToken(body)) return ''
  let sound = 0
  let spoiled = body.length
  while (spoiled - sound > 1) {
    const middle = (sound + spoiled) >> 1
    if (hasUnexpectedToken(body.slice(0, middle))) spoiled = middle
    else sound = middle
  }
  const before = body.slice(0, sound)
  return ` at line ${before.split('\n').length} column ${sound - before.lastIndexOf('\n')}`
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return error instanceof SyntaxError && error.message.startsWith('Unexpected token')
  }
}
