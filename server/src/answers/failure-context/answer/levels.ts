/** How much of a cluster an answer shows, from least to most. */
const LEVELS = ['line', 'brief', 'most', 'full'] as const
export type Level = (typeof LEVELS)[number]

/**
 * The same, and `name`: by its test and its values alone; and `quoted`: full, with the excerpts of documents that may
 * have nothing to do with the failure.
 */
export const SHOWN = ['name', ...LEVELS, 'quoted'] as const
export type Shown = (typeof SHOWN)[number]
export type MoreThanName = Exclude<Shown, 'name'>

export const levelOf = (shown: MoreThanName): Level => (shown === 'quoted' ? 'full' : shown)
