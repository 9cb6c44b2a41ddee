import type { Group } from '../../data/runs.ts'
import { text } from '../../data/search.ts'
import { GROUPS } from './groups.ts'

export interface CompareSearch {
  head?: string | undefined
  /** Absent: the server chooses the best one. */
  base?: string | undefined
  /** Absent: the first entries of each group. */
  group?: Group | undefined
  /** The side that is being chosen. */
  pick?: 'base' | 'head' | undefined
  /** What the choice is filtered by. */
  q?: string | undefined
}

/** Reads the address; what it does not know is left out. */
export function readCompareSearch(raw: Record<string, unknown>): CompareSearch {
  const group = GROUPS.find(({ id }) => id === raw.group)?.id
  return {
    ...text('head', raw.head),
    ...(raw.base !== 'auto' && text('base', raw.base)),
    ...(group && { group }),
    ...((raw.pick === 'base' || raw.pick === 'head') && { pick: raw.pick as 'base' | 'head' }),
    ...text('q', raw.q),
  }
}
