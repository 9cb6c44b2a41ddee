import { hanging, wrap } from './wrap.ts'

/** What stands below the options in a command's help. */
export interface Manual {
  /** Paragraphs, with an empty line between them; they are broken into lines here. */
  text: string
  /** A command line and what it is for. */
  examples: [line: string, purpose: string][]
  /** A section of its own below the examples. */
  more?: string
  /** What `--json` prints; absent where there is none. */
  json?: string
  /** Beside 0, 1 and 2, which are the same everywhere. */
  exitCodes?: Partial<Record<0 | 1 | 3 | 4, string | undefined>>
  /** Variables it reads, beside key, address and project; undefined for one of these that it does not. */
  environment?: Record<string, string | undefined>
  /** Commands that come before or after it. */
  seeAlso: string[]
}

const ENVIRONMENT = {
  SVC_API_KEY: 'key of the server',
  SVC_URL: 'its address (default: http://127.0.0.1:4700)',
  SVC_PROJECT: "slug of the project (default: the repository's name)",
  NO_COLOR: 'any value turns colours off',
  FORCE_COLOR: 'any value but 0 turns colours on, in pipes too',
}

/** The end of a manual page: what it does, examples, the shape of its JSON, exit codes, environment, other commands. */
export const manualText = (manual: Manual): string => {
  const { text, examples, more, json, exitCodes = {}, environment = {}, seeAlso } = manual
  const codes = {
    0: 'done',
    1: 'it could not be done; a line says why and what to do',
    2: 'wrong use of the command',
    ...exitCodes,
  }
  return [
    `\n${paragraphs(text)}`,
    ['Examples:', ...examples.flatMap(([line, purpose]) => [`  $ ${line}`, `      ${purpose}`])].join('\n'),
    ...(more === undefined ? [] : [more]),
    ...(json === undefined
      ? []
      : [
          `JSON:\n${indented(json)}\n  A refusal: { "error": { "code", "message", "next"?, "retryAfterSeconds"? } }`,
        ]),
    table('Exit codes:', codes),
    ...variables({ ...ENVIRONMENT, ...environment }),
    `See also:\n${seeAlso.map((name) => `  npx @svc/cli help ${name}`).join('\n')}`,
  ].join('\n\n')
}

const CELLS = 80

const variables = (rows: Record<string, string | undefined>) =>
  Object.values(rows).some((text) => text !== undefined) ? [table('Environment:', rows)] : []

/** Returns rows of a name and its meaning below a title. */
export const table = (title: string, rows: Record<string, string | undefined>): string => {
  const shown = Object.entries(rows).flatMap(([name, text]) =>
    text === undefined ? [] : ([[name, text]] as const),
  )
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  const lines = shown.flatMap(([name, text]) => hanging(`  ${name.padEnd(width)}  `, text, CELLS))
  return [title, ...lines].join('\n')
}

const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => wrap(paragraph.replaceAll('\n', ' '), CELLS).join('\n'))
    .join('\n\n')

const indented = (text: string) => text.replace(/^/gm, '  ')
