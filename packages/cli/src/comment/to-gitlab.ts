import { segmentsOf } from './segments.ts'

const ZERO_WIDTH_SPACE = '&#8203;'

/**
 * Converts the server's text for GitLab, which renders HTML like GitHub, but finds references in the rendered text and
 * commands at the start of lines. The name of a test must not mention, link or close anything.
 */
export const toGitLab = (markdown: string): string =>
  segmentsOf(markdown)
    .flatMap(({ isCode, lines }) =>
      lines.map((line) => withoutCommand(isCode ? line : withoutReferences(line))),
    )
    .join('\n')

/** `!1`, `$1`, `&1`, `~bug`, `^alert#1`, `[issue:1]`, `:tada:` and `%"1.0"`; the server escapes `#1` and `@name`. */
const REFERENCES =
  /&#(?:33|36|38);(?=\d)|&#126;(?=[\w"&])|&#94;(?=alert)|&#91;(?=\w+&#58;)|&#58;(?=(?:[\w+]|&#(?:43|45|95);)+&#58;)|%(?=[\w"])/g

/** Separates the characters of a reference, which count only side by side. */
const withoutReferences = (line: string): string =>
  line
    .split(/(\]\([^()\s]*\))/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(REFERENCES, `$&${ZERO_WIDTH_SPACE}`)))
    .join('')

/** Disarms lines such as `/close`, which GitLab would run as the token's user, even in a fenced block. */
const withoutCommand = (line: string): string => line.replace(/^(\s*)\/(?=[a-z])/i, '$1\u200b/')
