/** Replaces references. Other text after an `&` stays unchanged, and `repaired` is called. */
export const dereference = (text: string, repaired: (kind: string) => void): string => {
  let position = text.indexOf('&')
  if (position < 0) return text
  let plain = ''
  let pos = 0
  for (; position >= 0; position = text.indexOf('&', pos)) {
    if (position > pos) plain += text.slice(pos, position)
    const known = KNOWN.find(([reference]) => text.startsWith(reference, position))
    if (known) {
      plain += known[1]
      pos = position + known[0].length
      continue
    }
    REFERENCE.lastIndex = position
    const [whole = '&', decimal, hexadecimal, name] = REFERENCE.exec(text) ?? []
    plain += toText(whole, decimal ?? hexadecimal, decimal ? 10 : 16, name, repaired)
    pos = position + whole.length
  }
  return plain + text.slice(pos)
}

/** The most frequent first. */
const KNOWN: readonly (readonly [string, string])[] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&apos;', "'"],
  ['&#10;', '\n'],
]

const REFERENCE = /&(?:#(\d{1,8});|#[xX]([0-9a-fA-F]{1,8});|([A-Za-z][A-Za-z0-9]{0,31});)/y

const toText = (
  whole: string,
  digits: string | undefined,
  radix: number,
  name: string | undefined,
  repaired: (kind: string) => void,
): string => {
  if (name !== undefined) {
    repaired('unknown entity')
    return whole
  }
  if (digits === undefined) {
    repaired('bare &')
    return whole
  }
  const code = Number.parseInt(digits, radix)
  if (isAllowed(code)) return String.fromCodePoint(code)
  repaired('character that XML does not allow')
  // Half of a pair, as UTF-16 writers reference it; the other half follows.
  return code <= 0xffff ? String.fromCharCode(code) : '\ufffd'
}

const isAllowed = (code: number) =>
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x10000 && code <= 0x10ffff)

/** The number of characters in the text that XML does not allow: tools print what tests print. */
export const countForbidden = (text: string): number => {
  if (!FORBIDDEN_ONCE.test(text)) return 0
  return text.match(FORBIDDEN)?.length ?? 0
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN_ONCE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
