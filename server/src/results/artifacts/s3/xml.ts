/** The text of the first element of this name; null without one. Names are constants of S3's answers. */
export function textIn(xml: string, name: string): string | null {
  const start = xml.indexOf(`<${name}>`)
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start)
  return end < 0 ? null : decode(xml.slice(start + name.length + 2, end))
}

/** The content of each element of this name, which contains none of the same name. */
export const elementsIn = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`))))

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
