const ROOT_LENGTH = 4096

/** The beginning of the first element, or of a DOCTYPE that declares something, which reading refuses with the reason. */
export const rootOf = (text: string): string => {
  let at = 0
  for (;;) {
    at += text.slice(at).search(/\S|$/)
    const [, end] = PROLOGUE.find(([begin]) => text.startsWith(begin, at)) ?? []
    const found = end === undefined ? -1 : text.indexOf(end, at)
    const root = text.slice(at, at + ROOT_LENGTH)
    if (end === undefined || found < 0 || root.slice(0, found - at).includes('[')) return root
    at = found + end.length
  }
}

/** What may stand before the first element. */
const PROLOGUE: readonly (readonly [string, string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
]
