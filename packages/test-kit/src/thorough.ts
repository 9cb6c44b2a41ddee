import type { TestProject } from 'vitest/node'

/** The tag of tests that `test` leaves to `test:all`. */
export const THOROUGH = 'thorough'

/** What Vitest is to run for which command: each test is in one of the two. */
export const TAGS_FILTER = { quick: `!${THOROUGH}`, thorough: THOROUGH }

/** True if all tests of a file are thorough, by the tag in its first line. */
export const isWhollyThorough = (source: string): boolean => source.startsWith(`// @module-tag ${THOROUGH}\n`)

/** True if a run leaves out thorough tests, which then need no preparation. */
export const isQuick = ({ config }: Pick<TestProject, 'config'>): boolean =>
  config.tagsFilter?.includes(TAGS_FILTER.quick) ?? false
