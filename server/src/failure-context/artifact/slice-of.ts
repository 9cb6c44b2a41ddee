import { mostTokens } from '../../kernel/most-tokens.ts'

/** The maximum number of characters per token; few texts have more. */
const LONGEST_TOKEN = 8

/**
 * The part of a text that fits, starting at an offset, in whole lines where possible; and the
 * offset after it.
 */
export function sliceOf(
  text: string,
  offset: number,
  maxTokens: number,
): { text: string; next: number | null } {
  const rest = text.slice(offset, offset + maxTokens * LONGEST_TOKEN)
  const fitting = cutTo(rest, maxTokens)
  const end = offset + fitting.length
  return { text: fitting.toWellFormed(), next: end < text.length && fitting.length > 0 ? end : null }
}

/** The longest start of a text that fits; it ends with a line if a line end is near. */
function cutTo(text: string, maxTokens: number): string {
  if (mostTokens(text) <= maxTokens) return text
  let [fits, over] = [0, text.length]
  while (over - fits > 8) {
    const middle = (fits + over) >> 1
    if (mostTokens(text.slice(0, middle)) <= maxTokens) fits = middle
    else over = middle
  }
  const kept = text.slice(0, fits).replace(/[\ud800-\udbff]$/, '')
  const line = kept.lastIndexOf('\n')
  return line >= kept.length / 2 ? kept.slice(0, line + 1) : kept
}
