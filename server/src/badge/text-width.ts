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
