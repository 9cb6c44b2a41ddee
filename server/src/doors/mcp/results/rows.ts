import { mostTokens } from '../../../ground/kernel/most-tokens.ts'

interface FittedRows {
  texts: string[]
  data: unknown[]
  /** Rows that did not fit. */
  left: number
}

/** Tokens of an entry of a list, at most, unless a name is very long. */
const ROW_TOKENS = 150
/** The lines around a list. */
export const FRAME_TOKENS = 250

/** The number of entries that a page should have for this budget. */
export const pageSize = (budget: number, most = 50): number =>
  Math.max(1, Math.min(most, Math.floor((budget - FRAME_TOKENS) / ROW_TOKENS)))

/** The first rows that fit as text, and as data; always the first one. */
export function fitRows(rows: { text: string; data: unknown }[], budget: number): FittedRows {
  let [text, data] = [0, 0]
  const count = rows.findIndex((row, at) => {
    text += mostTokens(row.text) + 1
    data += mostTokens(JSON.stringify(row.data)) + 1
    return at > 0 && (text > budget || data > budget)
  })
  const shown = count < 0 ? rows : rows.slice(0, count)
  return {
    texts: shown.map((row) => row.text),
    data: shown.map((row) => row.data),
    left: rows.length - shown.length,
  }
}

/** For `Rendered.fits`: the entries of a page that fit, unless all do. */
export const fitsOf = ({ texts, left }: FittedRows): { fits?: number } =>
  left > 0 ? { fits: texts.length } : {}

/** The last line of a page: where it continues. */
export function pageEnd(tool: string, nextCursor: string | null, args: object = {}): string[] {
  if (nextCursor === null) return []
  return [
    `[more: call ${tool} with the same arguments and cursor ${JSON.stringify({ ...args, cursor: nextCursor })}]`,
  ]
}
