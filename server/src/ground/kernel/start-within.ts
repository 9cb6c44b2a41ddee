/** Characters of which the size is asked at a time. */
const PART = 4_096

/**
 * The longest start of a text whose size is within a budget. Sizes of parts must add up, or to more than that of the
 * whole: each part is looked at once, and only the last is halved, because halving the whole would read it ten times.
 */
export function startWithin(text: string, budget: number, sizeOf: (part: string) => number): string {
  let [end, left] = [0, budget]
  for (;;) {
    const part = text.slice(end, end + PART)
    if (part === '') return text
    const size = sizeOf(part)
    if (size > left) break
    left -= size
    end += part.length
  }
  let [most, over] = [0, Math.min(PART, text.length - end)]
  while (over - most > 1) {
    const middle = (most + over) >> 1
    if (sizeOf(text.slice(end, end + middle)) <= left) most = middle
    else over = middle
  }
  return text.slice(0, end + most)
}
