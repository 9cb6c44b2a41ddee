import type { Reporter } from 'vitest/node'

/**
 * Errors outside tests. In a separate file, because the reporter's declarations need nothing else
 * of a run.
 */
export type UnhandledErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]
