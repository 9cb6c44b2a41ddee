import type { Db } from '../store/portable.ts'

/** When a test is called flaky or broken, and when no longer. */
export interface MonitorSettings {
  /** Whole UTC days, today included, that flakiness is judged by. */
  windowDays: number
  /** Runs in that window that are needed to judge. */
  minRuns: number
  /** Flaky from so many runs with evidence on … */
  flakyRuns: number
  /** … if they are at least this share of its runs, from 0 to 1. */
  flakyRate: number
  /** No longer flaky after so many runs in a row without evidence and without failure. */
  recoverAfterRuns: number
  /** Broken after so many failed runs in a row, on the default branch and one leg. */
  brokenAfterRuns: number
  /** Whose runs give evidence of flakiness. */
  branches: 'all' | 'default'
}

const MONITOR_DEFAULTS: MonitorSettings = {
  windowDays: 14,
  minRuns: 10,
  flakyRuns: 2,
  flakyRate: 0.05,
  recoverAfterRuns: 20,
  brokenAfterRuns: 3,
  branches: 'all',
}

export async function readMonitorSettings(db: Db, projectId: number): Promise<MonitorSettings> {
  const row = await db
    .selectFrom('monitor_setting')
    .select('settings')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return { ...MONITOR_DEFAULTS, ...(row ? (JSON.parse(row.settings) as Partial<MonitorSettings>) : {}) }
}
