import type { FlakyTest } from '../../data/insights.ts'

/** True if the monitor of the test has ever left `healthy`; the others have too few runs for a judgement. */
export const isJudged = ({ monitorSince }: FlakyTest): boolean => monitorSince !== null
