/** Long enough to fill a screen, short enough to be laid out at once. */
export const PIECE = 8 * 1024

export interface Piece {
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

/** The lines of a text in a column as wide as this; at least one. */
export function linesIn(text: string, characters: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return Math.max(lines, Math.ceil(text.length / characters))
}
