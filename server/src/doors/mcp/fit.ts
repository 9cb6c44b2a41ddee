import { mostTokens } from '../../ground/kernel/most-tokens.ts'
import { startWithin } from '../../ground/kernel/start-within.ts'
import { estimateTokens } from '../../ground/kernel/tokens.ts'
import type { Rendered } from './tool.ts'

/** The larger of the sizes of a text and of the same as data, tokens: clients show either. */
export const tokensOf = (text: string, data: unknown = text): number => Math.max(...sizesOf(text, data))

/** Both sizes, of the text first. */
export const sizesOf = (text: string, data: unknown): [text: number, data: number] => [
  sizeOf(text),
  sizeOf(JSON.stringify(data)),
]

/** Of both counts: one is too low for lines that end with numbers, the other for rare characters. */
const sizeOf = (text: string): number => Math.max(mostTokens(text), estimateTokens(text))

/** An entry of an answer. */
export interface Row {
  text: string
  data: unknown
  /** The number of entries of the page up to this row; absent if each row is one. */
  entries?: number
  /** The same entry with a part of its content, in about so many tokens: for a first row that does not fit. */
  cut?(tokens: number): Row
}

/** The rows that an answer shows. */
interface Fitted<R extends Row = Row> {
  rows: R[]
  texts: string[]
  data: unknown[]
  /** True if the first row is cut. */
  isCut: boolean
}

/** The first rows that fit, as text and as data; always the first one. A row that is cut ends the list. */
export function fitRows<R extends Row>(rows: Iterable<R>, budget: number): Fitted<R> {
  const shown: R[] = []
  let isCut = false
  let [text, data] = [0, 0]
  for (const row of rows) {
    const [ofText, ofData] = sizesOf(row.text, row.data)
    text += ofText + 1
    data += ofData + 1
    const isFitting = text <= budget && data <= budget
    if (!isFitting && shown.length > 0) break
    const part = isFitting ? undefined : (row.cut?.(budget) as R | undefined)
    isCut = part !== undefined && part.text !== row.text
    shown.push(part ?? row)
    if (isCut) break
  }
  return fitted(shown, isCut)
}

const fitted = <R extends Row>(rows: R[], isCut = false): Fitted<R> => ({
  rows,
  texts: rows.map(({ text }) => text),
  data: rows.map(({ data }) => data),
  isCut,
})

interface Page {
  tool: string
  rows: Row[]
  nextCursor: string | null
  /** Arguments of the call that continues, besides those of the first call and the cursor. */
  args?: object
  budget: number
  /** The lines of the answer, and its data, with the rows that it shows. */
  around(shown: Fitted): { lines: string[]; structured: Record<string, unknown> }
}

/** One page of a list: its rows that fit, and the call that continues. */
export function pageAnswer({ tool, rows, nextCursor, args, budget, around }: Page): Rendered {
  const render = (shown: Fitted): Rendered => {
    const { lines, structured } = around(shown)
    const text = [...lines, ...pageEnd(tool, nextCursor, args)].join('\n')
    const truncated = nextCursor !== null || structured.truncated === true
    return { text, structured: { ...structured, truncated, nextCursor } }
  }
  const all = fitted(rows)
  const whole = render(all)
  const [text, data] = sizesOf(whole.text, whole.structured)
  if (rows.length < 2 || (text <= budget && data <= budget)) return whole
  const frame = Math.max(text - sumOf(all.texts), data - sumOf(all.data.map((row) => JSON.stringify(row))))
  const some = fitRows(rows, budget - frame - (nextCursor === null ? CURSOR_TOKENS : 0))
  if (some.rows.length === rows.length) return whole
  return { ...render(some), fits: Math.max(1, some.rows.at(-1)?.entries ?? some.rows.length) }
}

const sumOf = (texts: string[]): number => texts.reduce((sum, text) => sum + sizeOf(text), 0)

/** What a smaller page takes, because it has a cursor. */
const CURSOR_TOKENS = 90

/** The last line of a page: where it continues. */
function pageEnd(tool: string, nextCursor: string | null, args: object = {}): string[] {
  if (nextCursor === null) return []
  return [
    `[more: call ${tool} with the same arguments and cursor ${JSON.stringify({ ...args, cursor: nextCursor })}]`,
  ]
}

/** Tokens of an entry of a list, at most, unless a name is very long, and of the lines around a list. */
const ROW_TOKENS = 150
const FRAME_TOKENS = 250

/** The number of entries that a page should have for this budget. */
export const pageSize = (budget: number, most = 50): number =>
  Math.max(1, Math.min(most, Math.floor((budget - FRAME_TOKENS) / ROW_TOKENS)))

/** A part of a text that is too long for one answer. */
export interface Slice {
  content: string
  /** Of its first character. */
  offset: number
  /** Where the next part begins; null if this part reaches the end. */
  nextOffset: number | null
  totalCharacters: number
}

/** Longer parts exceed the largest budget. */
const MOST_CHARACTERS = 250_000

/**
 * The longest part of a text from `offset` that takes so many tokens as text, and as data. It ends with a line if that
 * costs less than half of it, and never within a character. It has at least one character, so that a reader gets on.
 */
export function sliceText(text: string, offset: number, tokens: number, dataTokens = tokens): Slice {
  const start = wholeFrom(text, Math.min(offset, text.length))
  const rest = text.slice(start, start + MOST_CHARACTERS)
  const asText = startWithin(rest, tokens, sizeOf)
  const asData = startWithin(asText, dataTokens, (part) => sizeOf(JSON.stringify(part)))
  const isWhole = start + asData.length === text.length
  const content = isWhole ? rest : wholeLines(rest, asData.length)
  const end = start + content.length
  return {
    content,
    offset: start,
    nextOffset: end < text.length ? end : null,
    totalCharacters: text.length,
  }
}

function wholeLines(text: string, most: number): string {
  const end = Math.max(wholeFrom(text, most), wholeFrom(text, 1) === 1 ? 1 : 2)
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(0, lineEnd > end / 2 ? lineEnd : end)
}

/** This place, or the one before if it is between the two halves of a character. */
const wholeFrom = (text: string, at: number): number =>
  at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at

/** The beginning of a text, in at most so many tokens, with a mark where it was cut; whole lines where possible. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokensOf(text) <= tokens) return text
  const { content } = sliceText(text, 0, tokens - CUT_TOKENS)
  return `${content.trimEnd()}\n[cut: ${text.length - content.length} more characters]`
}

/** The mark's own size. */
const CUT_TOKENS = 12
