import { segmentsOf } from './segments.ts'

const ZERO_WIDTH_SPACE = '\u200b'
const MARKER = /^<!-- (svc:pull-request(?: [\w.-]+)?) -->$/

/**
 * Converts the server's text for Bitbucket, which does not render HTML: folded text is expanded under its summary, code
 * is in backticks, and the marker is an unused link definition.
 */
export const toBitbucket = (markdown: string): string =>
  segmentsOf(markdown)
    .map(({ isCode, lines }) => (isCode ? lines : lines.map(toPlain)).join('\n'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()

const toPlain = (line: string): string => {
  const marker = MARKER.exec(line)?.[1]
  if (marker !== undefined) return `[//]: # (${marker})`
  return decoded(
    line
      .replace(/<code>(.*?)<\/code>/g, (_, text: string) => inBackticks(text))
      .replace(/<details><summary>(.*?)<\/summary>/g, '**$1**')
      .replaceAll('</details>', ''),
  )
}

/** Code is not escaped; a zero-width space keeps the next step from decoding entities in it. */
const inBackticks = (text: string): string => {
  const code = text.replace(ENTITY, (_, number: string) => String.fromCodePoint(Number(number)))
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return `${fence}${pad}${code.trim() === '' ? '-' : code}${pad}${fence}`.replaceAll(
    '&#',
    `&${ZERO_WIDTH_SPACE}#`,
  )
}

const ENTITY = /&#(\d{1,7});/g

/**
 * Characters that start a tag, an entity, a strike-through or an emoji and that Markdown cannot escape. Only these get
 * a zero-width space, because people copy names to search for them.
 */
const AMBIGUOUS =
  /&#60;(?=[a-z/?]|&#33;)|&#38;(?=\w|&#35;)|&#126;(?=&#126;)|&#58;(?=(?:[\w+]|&#(?:43|45|95);)+&#58;)/gi

/** Decodes entities, and escapes the characters with a backslash if Markdown allows it. */
const decoded = (line: string): string =>
  line.replace(AMBIGUOUS, `$&${ZERO_WIDTH_SPACE}`).replace(ENTITY, (_, number: string) => {
    const character = String.fromCodePoint(Math.min(Number(number), 0x10_ff_ff))
    return '\\`*_{}[]()>#+-!'.includes(character) ? `\\${character}` : character
  })
