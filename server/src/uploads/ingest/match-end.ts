/** Where the match of the sticky `pattern` at `position` ends; undefined without a match. */
export function matchEnd(pattern: RegExp, text: string, position: number): number | undefined {
  pattern.lastIndex = position
  return pattern.test(text) ? pattern.lastIndex : undefined
}
