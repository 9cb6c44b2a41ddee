import { countAt, listAt } from '../fields.ts'
import type { GitHub } from './call.ts'

const PAGE = 100

interface Paged {
  /** The field of the answer with the list; absent if the answer is the list. */
  field?: string
  mostPages: number
  /** True to rely on the answer's total: no page follows the last entry. */
  hasTotal?: true
}

/** Returns the entries of all pages of a list. */
export const readPages = async (
  github: GitHub,
  path: string,
  { field, mostPages, hasTotal }: Paged,
): Promise<unknown[]> => {
  const entries: unknown[] = []
  const begin = `${path}${path.includes('?') ? '&' : '?'}per_page=${PAGE}&page=`
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await github.call('GET', `${begin}${page}`)
    const listed = field !== undefined ? listAt(answer, field) : Array.isArray(answer) ? answer : []
    entries.push(...listed)
    if (listed.length < PAGE || (hasTotal && page * PAGE >= (countAt(answer, 'total_count') ?? 0))) break
  }
  return entries
}
