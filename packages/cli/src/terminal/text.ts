import { withoutCiCommands, withoutControls } from '@svc/protocol'
import { quoted } from './quoted.ts'

/** Made at its first use, because it takes 8 ms, and most texts are ASCII. */
let graphemes: Intl.Segmenter | undefined
/** East Asian letters, full-width forms and emoji occupy two cells of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u
const ASCII = /^[\x20-\x7e]*$/
/** Combining marks and invisible format characters, which occupy no cell. */
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

const graphemesOf = (text: string): string[] => {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

/** Returns how many cells a text without control characters occupies. */
export const widthOf = (text: string): number =>
  ASCII.test(text) ? text.length : graphemesOf(text).reduce((sum, each) => sum + cellsOf(each), 0)

const isWide = (grapheme: string): boolean => WIDE.test(grapheme)

const cellsOf = (grapheme: string): number => (isWide(grapheme) ? 2 : NOTHING.test(grapheme) ? 0 : 1)

/** Truncates a text to this many cells, with `...` at the end if it was longer. */
export const cut = (text: string, cells: number): string => {
  if (widthOf(text) <= cells) return text
  let taken = ''
  let room = cells - 3
  for (const each of graphemesOf(text)) {
    room -= cellsOf(each)
    if (room < 0) break
    taken += each
  }
  return `${taken.trimEnd()}...`
}

export const padEnd = (text: string, cells: number): string =>
  text + ' '.repeat(Math.max(0, cells - widthOf(text)))

/** What turns the writing direction, or has no shape, and so disguises a line. Emoji and some scripts need the exceptions. */
const HIDDEN = /(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{DI}]/gu

/** Longer than any path or reason that the server stores; a name may be longer. */
const LONGEST_LINE = 5_000

/** Returns untrusted text as one line without control characters and commands of CI, at most 5,000 cells long. */
export const oneLine = (text: string): string => {
  const line = withoutCiCommands(
    withoutControls(text)
      .replace(HIDDEN, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  )
  return line.length > LONGEST_LINE ? cut(line.slice(0, LONGEST_LINE + 1), LONGEST_LINE) : line
}

/** Returns untrusted text as lines without control characters and commands of CI. */
export const safeLines = (text: string): string[] =>
  withoutControls(text)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) =>
      withoutCiCommands(
        line
          .replace(HIDDEN, '')
          .replaceAll('\t', '  ')
          .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
          .trimEnd(),
      ),
    )

/**
 * Wraps a text between words, and between letters of scripts without spaces. Never breaks a word such as a path or
 * an address.
 */
export const wrap = (text: string, cells: number): string[] => {
  const lines: string[] = []
  for (const piece of text.split(' ').flatMap(piecesOf)) {
    const last = lines.at(-1)
    const gap = piece.follows || last === '' ? '' : ' '
    if (last !== undefined && widthOf(last) + gap.length + widthOf(piece.text) <= cells)
      lines[lines.length - 1] = `${last}${gap}${piece.text}`
    else lines.push(piece.text)
  }
  return lines
}

interface Piece {
  text: string
  /** True if no space precedes it. */
  follows: boolean
}

const piecesOf = (word: string): Piece[] => {
  const pieces: Piece[] = []
  let wasWide = false
  for (const grapheme of graphemesOf(word)) {
    const last = pieces.at(-1)
    const wide = isWide(grapheme)
    if (last && !wide && !wasWide) last.text += grapheme
    else pieces.push({ text: grapheme, follows: pieces.length > 0 })
    wasWide = wide
  }
  return pieces.length > 0 ? pieces : [{ text: '', follows: false }]
}

/** Returns wrapped lines with the prefix `first`; further lines are indented by its width. */
export const hanging = (first: string, text: string, cells: number): string[] => {
  const indent = ' '.repeat(widthOf(first))
  return wrap(text, Math.max(20, cells - indent.length)).map((line, i) => (i === 0 ? first : indent) + line)
}

const CELLS = 80

/** A name that anybody can choose, in a sentence of ours: between marks that it cannot end, on one line, and cut. */
export const quotedName = (name: string): string =>
  `"${cut(oneLine(name), CELLS).replace(/[\\"“”‟″〝〞＂]/g, (mark) => `\\${mark === '\\' ? mark : '"'}`)}"`

/** A name of letters, digits and `_.@+/-`, as most are, as it is; any other is quoted. */
export const plainName = (name: string): string => (/^[\w.@+/-]{1,250}$/.test(name) ? name : quotedName(name))

/** Returns arguments and options as words of a shell, each followed by a space; leaves undefined options out. */
export const typed = (args: readonly string[], options: Record<string, string | undefined>): string =>
  [
    ...args,
    ...Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ]
    .map((word) => `${quoted(word)} `)
    .join('')
