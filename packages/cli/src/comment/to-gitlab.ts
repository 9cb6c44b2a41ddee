import { segmentsOf } from './segments.ts'

const ZERO_WIDTH_SPACE = '&#8203;'

/**
 * The server's text for GitLab, which shows its HTML as GitHub does, but looks for references in the finished text and
 * for commands at the beginning of lines: nothing that a test is called may mention, link or close anything.
 */
export const toGitLab = (markdown: string): string =>
  segmentsOf(markdown)
    .flatMap(({ isCode, lines }) =>
      lines.map((line) => withoutCommand(isCode ? line : withoutReferences(line))),
    )
    .join('\n')

/** `!1`, `$1`, `&1`, `~bug`, `%"1.0"`, `^alert#1`, `[issue:1]` and `:tada:` need both characters side by side. */
const withoutReferences = (line: string): string =>
  line
    .split(/(\]\([^()\s]*\))/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replace(/&#(?:33|35|36|38|58|64|91|94|126);(?=[\w"&])(?!&#8203;)/g, `$&${ZERO_WIDTH_SPACE}`)
            .replace(/%(?=[\w"])/g, `$&${ZERO_WIDTH_SPACE}`),
    )
    .join('')

/** A line that begins with `/close` is a command of whoever owns the token, also where a fence is misread. */
const withoutCommand = (line: string): string => line.replace(/^(\s*)\/(?=[a-z])/i, '$1\u200b/')
