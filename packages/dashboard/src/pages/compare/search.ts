import type { Group } from '../../data/runs.ts'
import { text } from '../../data/search.ts'

export interface CompareSearch {
  head?: string | undefined
  /** Absent: the server chooses the best one. */
  base?: string | undefined
  /** Absent: the first entries of each group. */
  group?: Group | undefined
  /** The side that is being selected. */
  pick?: 'base' | 'head' | undefined
  /** The filter of the selection. */
  q?: string | undefined
  /**
   * The organization whose executions are offered, if no head determines it and the person is a
   * member of several.
   */
  of?: string | undefined
}

/** Reads the address and ignores unknown parameters. */
export function readCompareSearch(raw: Record<string, unknown>): CompareSearch {
  return {
    ...text('head', raw.head),
    ...(raw.base !== 'auto' && text('base', raw.base)),
    ...(text('group', raw.group) as { group?: Group }),
    ...((raw.pick === 'base' || raw.pick === 'head') && { pick: raw.pick as 'base' | 'head' }),
    ...text('q', raw.q),
    ...text('of', raw.of),
  }
}
