import type { BranchStatus } from './branch-status.ts'

/** White text contrasts with each by 4.5:1 or more, and so does each with a white and a black page. */
const COLORS = { passing: '#1a7f37', failing: '#cf222e', unknown: '#6e7781' } as const
const LABEL_COLOR = '#424a53'
const HEIGHT = 20
const FONT_SIZE = 11
const PADDING = 6
const LONGEST_LABEL = 40

/** The badge as SVG: its subject on the left, the status on the right. */
export function drawBadge(standing: BranchStatus, suite: string | undefined): string {
  const label = suite === undefined ? 'tests' : shorten(suite)
  const value = standingText(standing)
  const [left, right] = [label, value].map((text) => Math.ceil(widthOf(text, FONT_SIZE)))
  const split = (left ?? 0) + 2 * PADDING
  const width = split + (right ?? 0) + 2 * PADDING
  const name = escapeXml(`${label}: ${value}`)
  // The browser fits each text into the measured width, with any font.
  const text = (x: number, wide: number | undefined, of: string) =>
    `<text x="${x}" y="14" textLength="${wide}" lengthAdjust="spacingAndGlyphs">${escapeXml(of)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${split}" height="${HEIGHT}" fill="${LABEL_COLOR}"/>`,
    `<rect x="${split}" width="${width - split}" height="${HEIGHT}" fill="${COLORS[standing.state]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${FONT_SIZE}" aria-hidden="true">`,
    text(PADDING, left, label),
    text(split + PADDING, right, value),
    '</g></svg>\n',
  ].join('')
}

function standingText({ state, passed, failed }: BranchStatus): string {
  if (state === 'unknown') return 'unknown'
  if (state === 'failing') return failed === 0 ? 'failing' : `${count(failed)} failing`
  return `${count(passed)} passing`
}

const count = (number: number) => number.toLocaleString('en-US')

function shorten(text: string): string {
  const plain = [...text.replace(/[\p{C}\p{Z}\p{DI}\s]+/gu, ' ').trim()]
  const short = plain.length > LONGEST_LABEL ? [...plain.slice(0, LONGEST_LABEL - 1), '…'] : plain
  return short.join('') || 'tests'
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '')

/** Widths of the characters from space to `~` in Verdana, in 2,048ths of the font's size. */
const WIDTHS = [
  720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930, 1302, 1302, 1302,
  1302, 1302, 1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117, 2048, 1400, 1404, 1430, 1578,
  1295, 1177, 1588, 1539, 862, 931, 1419, 1140, 1726, 1532, 1612, 1235, 1612, 1424, 1400, 1262, 1499, 1400,
  2025, 1403, 1260, 1403, 930, 930, 930, 1676, 1302, 1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562,
  705, 1212, 562, 1992, 1296, 1243, 1276, 1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930,
  1300, 1676,
]
const UNITS = 2_048
const FIRST = 0x20
/** Widths of letters outside the table: those of other alphabets, and full-width ones. */
const OTHER = 1_400
const WIDE_FROM = 0x1100

/**
 * The width of a text in Verdana of this size, in the size's unit; approximate for other fonts and alphabets.
 */
export function widthOf(text: string, size: number): number {
  let units = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    units += WIDTHS[code - FIRST] ?? (code >= WIDE_FROM && code !== 0x2026 ? UNITS : OTHER)
  }
  return (units / UNITS) * size
}
