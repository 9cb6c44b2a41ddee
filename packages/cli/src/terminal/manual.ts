import { wrap } from './wrap.ts'

/** What stands below the options in a command's help. */
export interface Manual {
  /** Paragraphs, with an empty line between them; they are broken into lines here. */
  text: string
  /** A command line and what it is for. */
  examples: [line: string, purpose: string][]
  /** A section of its own below the examples. */
  more?: string
  /** What `--json` prints. */
  json: string
  /** Beside 0, 1 and 2, which are the same everywhere. */
  exitCodes?: Partial<Record<0 | 1 | 3 | 4, string>>
}

const ENVIRONMENT = `Environment:
  SVC_API_KEY  key of the server
  SVC_URL      its address (default: http://127.0.0.1:4700)
  SVC_PROJECT  slug of the project (default: the repository's name)
  NO_COLOR     anything: no colours`

/** The end of a manual page: what it does, examples, the shape of its JSON, exit codes, environment. */
export const manualText = ({ text, examples, more, json, exitCodes = {} }: Manual): string => {
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
    `JSON:\n${indented(json)}\n  A refusal: { "error": { "code", "message", "next"?, "retryAfterSeconds"? } }`,
    ['Exit codes:', ...Object.entries(codes).map(([code, meaning]) => `  ${code}  ${meaning}`)].join('\n'),
    ENVIRONMENT,
  ].join('\n\n')
}

const CELLS = 80

const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => wrap(paragraph.replaceAll('\n', ' '), CELLS).join('\n'))
    .join('\n\n')

const indented = (text: string) => text.replace(/^/gm, '  ')
