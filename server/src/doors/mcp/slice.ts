/** A part of a text that is too long for one answer. */
export interface Slice {
  content: string
  /** Of its first character. */
  offset: number
  /** Where the next part begins; null if this part reaches the end. */
  nextOffset: number | null
  totalCharacters: number
}

/** Longer parts exceed the largest budget. */
const MOST_CHARACTERS = 250_000

/**
 * The longest part of a text from `offset` that fits; `fits` must hold for each part of a fitting one. It ends with a
 * line if that costs less than half of it, and never within a character. It has at least one character, so that a reader gets on.
 */
export function sliceText(text: string, offset: number, fits: (part: string) => boolean): Slice {
  const start = wholeFrom(text, Math.min(offset, text.length))
  const rest = text.slice(start, start + MOST_CHARACTERS)
  const content = start + rest.length === text.length && fits(rest) ? rest : longestOf(rest, fits)
  const end = start + content.length
  return {
    content,
    offset: start,
    nextOffset: end < text.length ? end : null,
    totalCharacters: text.length,
  }
}

function longestOf(text: string, fits: (part: string) => boolean): string {
  let most = 0
  let over = text.length
  while (over - most > 1) {
    const middle = (most + over) >> 1
    if (fits(text.slice(0, middle))) most = middle
    else over = middle
  }
  const end = Math.max(wholeFrom(text, most), wholeFrom(text, 1) === 1 ? 1 : 2)
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(0, lineEnd > end / 2 ? lineEnd : end)
}

/** This place, or the one before if it is between the two halves of a character. */
const wholeFrom = (text: string, at: number): number =>
  at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at
