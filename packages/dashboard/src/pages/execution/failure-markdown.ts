import type { Attempt } from '../../data/queries.ts'
import { withoutCodes } from '../../parts/codes.ts'
import { durationText } from '../../parts/words.ts'
import type { Failure } from './failures-of.ts'

const OUTPUT_LINES = 40

/**
 * One attempt of a failure as Markdown, for an issue or a chat: location, reason, errors, and the
 * end of its output.
 */
export function markdownOf(failure: Failure, attempt: Attempt, address: string): string {
  const { titles, file, verdict, variant, leg } = failure
  const { line } = attempt.location ?? {}
  const place = file === null ? null : line === undefined ? file : `${file}:${line}`
  const printed = [attempt.stdout, attempt.stderr].filter(Boolean).join('\n')
  return [
    `### ${escaped(titles.join(' › '))}`,
    [place && code(place), variant && code(variant), leg && code(leg), durationText(attempt.durationMs)]
      .filter(Boolean)
      .join(' · '),
    verdict && escaped(verdict.because),
    ...(attempt.errors ?? []).flatMap(errorOf),
    ...(printed ? ['Output:', fenced(lastLinesOf(printed))] : []),
    `[Open this failure](${address})`,
  ]
    .filter((part) => part !== null && part !== '')
    .join('\n\n')
}

function errorOf({
  name,
  message,
  expected,
  actual,
  snippet,
  frames = [],
  stack,
}: NonNullable<Attempt['errors']>[number]) {
  const text = withoutCodes(message).trim()
  return [
    fenced(name === undefined || text.startsWith(name) ? text : `${name}: ${text}`),
    ...(expected !== undefined && actual !== undefined
      ? [fenced([...signed('-', expected), ...signed('+', actual)].join('\n'), 'diff')]
      : []),
    ...(snippet ? [fenced(withoutCodes(snippet))] : []),
    ...frames.map(({ location: { file, line }, snippet: lines }) =>
      fenced(`// ${file}:${line}\n${withoutCodes(lines)}`),
    ),
    ...(stack ? [`<details><summary>Stack</summary>\n\n${fenced(withoutCodes(stack))}\n\n</details>`] : []),
  ]
}

const signed = (sign: string, text: string): string[] => text.split('\n').map((line) => `${sign} ${line}`)

const lastLinesOf = (text: string): string =>
  withoutCodes(text).trimEnd().split('\n').slice(-OUTPUT_LINES).join('\n')

/** A fence longer than any in the text, so that nothing in it ends the block. */
function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function code(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${padding}${text}${padding}${fence}`
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)

/** Titles and sentences stay text: no markup, no links, no HTML, no mention. */
const escaped = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~@]/g, (sign) => (sign === '@' ? '@\u2060' : `\\${sign}`))
