import type { Atom } from './scan-lines.ts'
import type { Section } from './section.ts'

/** Long enough to fill a screen, short enough to be laid out at once. */
const PIECE = 8 * 1024

/** A block that is too long for the parser: code by its lines, a table by its rows, anything else as it is written. */
export function cutLong(text: string, { start, end, code, headEnd }: Atom): Section[] {
  if (code) return pieces(text, code.start, code.end).map((piece, i) => toSection(piece, 'code', '', i))
  const head = headEnd === undefined ? '' : text.slice(start, headEnd)
  const rows = headEnd === undefined || head.length > PIECE ? [] : pieces(text, headEnd, end)
  // A row that is cut would be another row.
  if (rows.length > 0 && rows.every((row) => row.isWhole))
    return rows.map((row, i) => toSection(row, 'markdown', head, i))
  return pieces(text, start, end).map((piece, i) => toSection(piece, 'written', '', i))
}

interface Piece {
  start: number
  end: number
  /** It ends where a line ends. */
  isWhole: boolean
}

/** Cuts a stretch after whole lines, or inside lines that are too long, if possible between words. */
export function pieces(text: string, start: number, end: number): Piece[] {
  const found: Piece[] = []
  for (let at = start; at < end; ) {
    const most = at + PIECE
    const line = most >= end ? end : text.lastIndexOf('\n', most - 1)
    if (line > at || most >= end) {
      found.push({ start: at, end: line, isWhole: true })
      at = most >= end ? end : line + 1
    } else {
      const to = inside(text, at, most)
      found.push({ start: at, end: to, isWhole: false })
      at = to
    }
  }
  return found
}

const NEAR = 200

function inside(text: string, at: number, most: number): number {
  const space = text.lastIndexOf(' ', most - 1)
  if (space > most - NEAR && space > at) return space + 1
  // Never inside a pair of surrogates.
  return /[\uDC00-\uDFFF]/.test(text[most] ?? '') ? most - 1 : most
}

const toSection = ({ start, end }: Piece, as: Section['as'], lead: string, i: number): Section => ({
  start,
  end,
  as,
  lead,
  isMore: i > 0,
  headings: [],
})
