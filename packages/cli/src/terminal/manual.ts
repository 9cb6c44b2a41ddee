import { hanging, wrap } from './text.ts'

/** The text below the options in a command's help. */
export interface Manual {
  /** Paragraphs, separated by empty lines; `manualText` wraps them. */
  text: string
  /** Command lines with their purpose. */
  examples: [line: string, purpose: string][]
  /** A further section below the examples. */
  more?: () => string
  /** What `--json` prints; absent if the command has no `--json`. */
  json?: string
  /** Additions to or replacements of 0, 1 and 2. */
  exitCodes?: Partial<Record<0 | 1 | 3 | 4, string | undefined>>
  /** Variables in addition to the common ones; undefined removes a common one. */
  environment?: Record<string, string | undefined>
  /** Related commands. */
  seeAlso: string[]
}

const ENVIRONMENT = {
  SVC_API_KEY: 'API key (default: that of svc login)',
  SVC_URL: 'address of the server (default: the last login, else http://127.0.0.1:4700)',
  SVC_PROJECT: "slug of the project (default: the repository's name)",
  NO_COLOR: 'any value turns colours off',
  FORCE_COLOR: 'any value except 0 turns colours on, in pipes too',
}

/**
 * Returns a function that writes the end of a manual page: description, examples, JSON, exit codes, environment and
 * related commands. Every command has one, and wrapping them all would take longer than the rest of a start.
 */
export const manualText = (manual: Manual) => (): string => {
  const { text, examples, more, json, exitCodes = {}, environment = {}, seeAlso } = manual
  const codes = {
    0: 'success',
    1: 'the command failed; a line says why and what to do',
    2: 'wrong usage',
    ...exitCodes,
  }
  return [
    `\n${paragraphs(text)}`,
    ['Examples:', ...examples.flatMap(([line, purpose]) => [`  $ ${line}`, `      ${purpose}`])].join('\n'),
    ...(more === undefined ? [] : [more()]),
    ...(json === undefined
      ? []
      : [
          `JSON:\n${indented(json)}\n  On failure: { "error": { "code", "message", "next"?, "retryAfterSeconds"? } }`,
        ]),
    table('Exit codes:', codes),
    ...variables({ ...ENVIRONMENT, ...environment }),
    `See also:\n${seeAlso.map((name) => `  npx --no svc help ${name}`).join('\n')}`,
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
