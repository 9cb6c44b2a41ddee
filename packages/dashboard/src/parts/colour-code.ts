/** A piece of code: its text and its kind: keyword, string, call, number, comment. */
export interface Token {
  text: string
  kind: 'kw' | 'st' | 'fn' | 'nu' | 'muted' | null
}

const KEYWORDS = new Set(
  (
    'abstract as async await break case catch class const continue def default defer delete do elif else enum except ' +
    'export extends false final finally fn for from func function go if implements import in instanceof interface is ' +
    'lambda let match mod module new nil none not null of or package pass private protected public pub raise return ' +
    'self static struct super switch this throw throws trait true try type typeof undefined use val var void while ' +
    'with yield None True False'
  ).split(' '),
)

/** In this order: comments, strings, numbers, names. Each alternative is linear and none can begin as another. */
const PIECES =
  /(\/\/.*|\/\*.*?(?:\*\/|$)|#(?=\s).*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(\b\d[\d_.]*\w*)|([A-Za-z_$][\w$]*)/g

/** A longer line is not handwritten source. */
const LONGEST = 1_000

/** One line of code with syntax colours, using rules that the languages of tests share. */
export function colourCode(line: string): Token[] {
  if (line.length > LONGEST) return [{ text: line, kind: null }]
  const tokens: Token[] = []
  let end = 0
  for (const match of line.matchAll(PIECES)) {
    const [text, comment, string, number, name] = match
    if (match.index > end) tokens.push({ text: line.slice(end, match.index), kind: null })
    end = match.index + text.length
    const kind = comment
      ? 'muted'
      : string
        ? 'st'
        : number
          ? 'nu'
          : KEYWORDS.has(name ?? '')
            ? 'kw'
            : line[end] === '('
              ? 'fn'
              : null
    tokens.push({ text, kind })
  }
  if (end < line.length) tokens.push({ text: line.slice(end), kind: null })
  return tokens
}
