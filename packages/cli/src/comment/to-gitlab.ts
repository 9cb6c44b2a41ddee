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

/** `!1`, `$1`, `&1`, `~bug`, `^alert#1`, `[issue:1]`, `:tada:` and `%"1.0"`; the server sees to `#1` and `@name`. */
const REFERENCES =
  /&#(?:33|36|38);(?=\d)|&#126;(?=[\w"&])|&#94;(?=alert)|&#91;(?=\w+&#58;)|&#58;(?=(?:[\w+]|&#(?:43|45|95);)+&#58;)|%(?=[\w"])/g

/** The characters of a reference count only side by side. */
const withoutReferences = (line: string): string =>
  line
    .split(/(\]\([^()\s]*\))/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(REFERENCES, `$&${ZERO_WIDTH_SPACE}`)))
    .join('')

/** A line that begins with `/close` is a command of whoever owns the token, also where a fence is misread. */
const withoutCommand = (line: string): string => line.replace(/^(\s*)\/(?=[a-z])/i, '$1\u200b/')
