/** Text that was left out of a value. */
const LEFT_OUT = '…'

/**
 * Cuts two compared values to about `length` characters each, around their differences. Keeps `context` characters of
 * their common beginning and end, and whole lines where they fit.
 */
export function cutPair(one: string, other: string, length: number, context: number): [string, string] {
  if (one.length <= length && other.length <= length) return [one, other]
  const shortest = Math.min(one.length, other.length)
  const start = equalFromStart(one, other, shortest)
  const end = equalFromEnd(one, other, shortest - start)
  const from = lineStart(one, Math.max(0, start - context), start)
  const cut = (text: string) => cutOne(text, from, text.length - Math.max(0, end - context), length)
  return [cut(one), cut(other)]
}

function equalFromStart(one: string, other: string, most: number): number {
  let count = 0
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count++
  return count
}

function equalFromEnd(one: string, other: string, most: number): number {
  let count = 0
  while (
    count < most &&
    one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)
  )
    count++
  return count
}

/** The first start of a line in the range, else its beginning. */
function lineStart(text: string, from: number, before: number): number {
  if (from === 0) return 0
  const next = text.indexOf('\n', from - 1) + 1
  return next > 0 && next <= before ? next : between(text, from)
}

/** The position, or one before it if that is in the middle of a character. */
const between = (text: string, position: number) =>
  /[\udc00-\udfff]/.test(text[position] ?? '') ? position - 1 : position

function cutOne(text: string, from: number, wanted: number, length: number): string {
  const end = Math.min(text.length, from + length, Math.max(wanted, from))
  const lastLine = end < text.length ? text.lastIndexOf('\n', end - 1) : -1
  const to = lastLine > from ? lastLine : between(text, end)
  const isLine = (position: number) => text[position - 1] === '\n'
  const before = from === 0 ? '' : isLine(from) ? `${LEFT_OUT}\n` : LEFT_OUT
  const after = to === text.length ? '' : to === lastLine ? `\n${LEFT_OUT}` : LEFT_OUT
  return `${before}${text.slice(from, to)}${after}`
}
