const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The format that `parseDuration` accepts, for messages. */
export const DURATION_FORM = 'a number with a unit: 90s, 15m, 2h or 30d'

/** Milliseconds of `90s`, `15m`, `2h` or `30d`; null for anything else. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9})([smhd])$/.exec(text.trim())
  if (!match) return null
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS]
}
