import { text } from '../../data/search.ts'
import { oneOf } from '../../parts/choices.ts'

/** The lengths of the window that the page offers, in days. */
export const WINDOWS = [7, 30, 90] as const

/** Reads the address and ignores unknown parameters. */
export function readOverviewSearch(raw: Record<string, unknown>): {
  branch?: string
  days?: number
  view?: 'table' | undefined
} {
  const days = Number(raw.days)
  return {
    ...text('branch', raw.branch),
    ...oneOf('view', raw.view, ['table']),
    ...(Number.isSafeInteger(days) && days >= 1 && days <= 90 && { days }),
  }
}
