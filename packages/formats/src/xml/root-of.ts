const ROOT_LENGTH = 4096

/**
 * The start of the first element, or of a DOCTYPE with declarations, which the parser refuses with
 * the reason.
 */
export const rootOf = (text: string): string => {
  let position = 0
  for (;;) {
    position += text.slice(position).search(/\S|$/)
    const [, end] = PROLOGUE.find(([begin]) => text.startsWith(begin, position)) ?? []
    const endOfPart = end === undefined ? -1 : text.indexOf(end, position)
    const root = text.slice(position, position + ROOT_LENGTH)
    if (end === undefined || endOfPart < 0 || root.slice(0, endOfPart - position).includes('[')) return root
    position = endOfPart + end.length
  }
}

/** What may precede the first element. */
const PROLOGUE: readonly (readonly [string, string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
]
