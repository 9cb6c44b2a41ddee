const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Replaces references; what is none is left as it stands and told by `repaired`. */
export const dereference = (text: string, repaired: (kind: string) => void): string => {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) {
      const known = NAMED[name]
      if (known === undefined) repaired('unknown entity')
      return known ?? whole
    }
    if (decimal === undefined && hexadecimal === undefined) {
      repaired('bare &')
      return whole
    }
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? '', 16)
    if (isAllowed(code)) return String.fromCodePoint(code)
    repaired('character that XML does not allow')
    // Half of a pair, as writers of UTF-16 refer to it; the other half follows.
    return code <= 0xffff ? String.fromCharCode(code) : '\ufffd'
  })
}

const REFERENCE = /&(?:#(\d{1,8});|#[xX]([0-9a-fA-F]{1,8});|([A-Za-z][A-Za-z0-9]{0,31});)?/g

const isAllowed = (code: number) =>
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x10000 && code <= 0x10ffff)

/** How many characters stand in the text that XML does not allow: tools print what tests print. */
export const countForbidden = (text: string): number => {
  if (!FORBIDDEN_ONCE.test(text)) return 0
  return text.match(FORBIDDEN)?.length ?? 0
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN_ONCE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
