/** A piece of a text, and whether it matches the search. */
export interface Piece {
  text: string
  isMatch: boolean
}

/** Marks of Markdown that a line of text does not need; a snippet may begin or end in the middle of one. */
const MARKS = new RegExp(
  [
    /^[ \t]*(?:`{3,}|~~~)[^\n`]*$/,
    /^[ \t]*#{1,6}[ \t]+/,
    /^[ \t]*(?:>[ \t]?)+/,
    /^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/,
    /^[ \t]*(?:\|[ \t]*)?:?---[-:| \t]*$/,
    /^[ \t]*\||\|[ \t]*$/,
    // The end of a link, then its beginning.
    /\]\([^()\s]{0,500}(?:[ \t]+"[^"\n]{0,200}")?\)/,
    /!?\[(?=[^\][\n]{1,500}\]\()/,
    // Not the asterisks of a glob or of a product.
    /~~|(?<![\w*])\*{1,3}(?=["'`([_]?[\p{L}\p{N}])|(?<=[\p{L}\p{N}]["'`)\]_.,:;!?%]{0,2})\*{1,3}(?![\w*])/u,
    /(?<!\w)__(?=[^\s_])|(?<=[^\s_])__(?!\w)/,
    /`+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmu',
)

/** Rules of tables and fences leave them, and they would take the place of words. */
const BLANK_LINES = /\n(?:[ \t]*\n)+/g

/** Returns a snippet of a document without its marks of Markdown, in pieces that match the search or do not. */
export function plainSnippet(snippet: string, highlights: { start: number; end: number }[]): Piece[] {
  const hidden = [...snippet.matchAll(MARKS)].map(
    ({ index, 0: mark }) => [index, index + mark.length] as const,
  )
  const shown = (start: number, end: number): string => {
    let text = ''
    let at = start
    for (const [from, to] of hidden) {
      if (to <= at || from >= end) continue
      text += snippet.slice(at, Math.max(at, from))
      at = to
    }
    return (text + snippet.slice(at, Math.max(at, end))).replaceAll(BLANK_LINES, '\n')
  }
  let at = 0
  const pieces: Piece[] = []
  for (const { start, end } of highlights) {
    pieces.push({ text: shown(at, start), isMatch: false }, { text: shown(start, end), isMatch: true })
    at = end
  }
  pieces.push({ text: shown(at, snippet.length), isMatch: false })
  return pieces.filter(({ text }) => text !== '')
}
