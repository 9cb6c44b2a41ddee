import { graphemesOf, isWide, widthOf } from './width.ts'

/**
 * Wraps a text between words, and between letters of scripts without spaces. Never breaks a word such as a path or
 * an address.
 */
export const wrap = (text: string, cells: number): string[] => {
  const lines: string[] = []
  for (const piece of text.split(' ').flatMap(piecesOf)) {
    const last = lines.at(-1)
    const gap = piece.follows || last === '' ? '' : ' '
    if (last !== undefined && widthOf(last) + gap.length + widthOf(piece.text) <= cells)
      lines[lines.length - 1] = `${last}${gap}${piece.text}`
    else lines.push(piece.text)
  }
  return lines
}

interface Piece {
  text: string
  /** True if no space precedes it. */
  follows: boolean
}

const piecesOf = (word: string): Piece[] => {
  const pieces: Piece[] = []
  let wasWide = false
  for (const grapheme of graphemesOf(word)) {
    const last = pieces.at(-1)
    const wide = isWide(grapheme)
    if (last && !wide && !wasWide) last.text += grapheme
    else pieces.push({ text: grapheme, follows: pieces.length > 0 })
    wasWide = wide
  }
  return pieces.length > 0 ? pieces : [{ text: '', follows: false }]
}

/** Returns wrapped lines with the prefix `first`; further lines are indented by its width. */
export const hanging = (first: string, text: string, cells: number): string[] => {
  const indent = ' '.repeat(widthOf(first))
  return wrap(text, Math.max(20, cells - indent.length)).map((line, i) => (i === 0 ? first : indent) + line)
}
