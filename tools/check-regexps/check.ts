import type { Found } from './find.ts'

/** As long as the slowest expression takes ten times over. */
const TIMEOUT_MS = 120_000

/** Null if matching takes time in proportion to the text; else why not, in words. */
export async function mistakeOf({ source, flags, file }: Found): Promise<string | null> {
  // Without a JVM or a binary; the library reads this when it is asked.
  process.env.RECHECK_BACKEND = 'pure'
  const { check } = await import('recheck')
  const result = await check(source, flags, { timeout: TIMEOUT_MS })
  if (result.status === 'safe') return null
  const why =
    result.status === 'vulnerable'
      ? `takes ${result.complexity.summary} time, for example on ${result.attack.pattern}`
      : `could not be checked (${result.error.kind})`
  return `${file}: /${source}/${flags} ${why}`
}
