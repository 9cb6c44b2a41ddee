import { z } from 'zod'

/** The output of a verb for a list: `items` appear under `data`, the cursor under `page`. */
export interface Page<T> {
  items: T[]
  /** The position of the next page; null on the last page. */
  nextCursor: string | null
}

const pages = new WeakSet<z.ZodType>()

/** The output of a list operation. Transports answer `{ success, data: items, page: { nextCursor } }`. */
export function pageOf<T extends z.ZodType>(item: T) {
  const page = z.object({ items: z.array(item), nextCursor: z.string().nullable() })
  pages.add(page)
  return page
}

/** True for an output that `pageOf` made. */
export const isPage = (output: z.ZodType): boolean => pages.has(output)

/** A whole number in a query, which contains only text; `12` passes, `0x0c`, `1e1` and the empty text do not. */
export const wholeNumber = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int(rule).min(min, rule).max(max, rule),
  )
}

const MUST_BE_CURSOR = 'must be the nextCursor of an earlier page'

/** The parameters of every list. */
export const pageParameters = {
  limit: wholeNumber(1, 200).default(50),
  /** `page.nextCursor` of the previous page. */
  cursor: z.string().min(1, MUST_BE_CURSOR).max(1_000, MUST_BE_CURSOR).optional(),
}
