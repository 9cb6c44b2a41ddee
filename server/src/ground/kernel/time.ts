export const DAY_MS = 86_400_000

/** The UTC day of a time, in days since the epoch. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

export const iso = (ms: number): string => new Date(ms).toISOString()

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))
