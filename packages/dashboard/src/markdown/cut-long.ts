import { PIECE, type Piece, pieces } from '../parts/pieces.ts'
import type { Atom } from './scan-lines.ts'
import type { Section } from './section.ts'

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

const toSection = ({ start, end }: Piece, as: Section['as'], lead: string, i: number): Section => ({
  start,
  end,
  as,
  lead,
  isMore: i > 0,
  headings: [],
})
