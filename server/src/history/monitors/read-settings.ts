import type { Db } from '../../ground/store/portable.ts'

/** When a test becomes flaky or broken, and when it recovers. */
export interface MonitorSettings {
  /** The window for flakiness, whole UTC days including today. */
  windowDays: number
  /** The minimum number of runs in that window for a judgement. */
  minRuns: number
  /** Flaky from this many runs with evidence on … */
  flakyRuns: number
  /** … if they are at least this share of its runs, from 0 to 1. */
  flakyRate: number
  /** Recovers after this many consecutive runs without evidence and without failure. */
  recoverAfterRuns: number
  /** Broken after this many consecutive failed runs, on the default branch and one leg. */
  brokenAfterRuns: number
  /** The branches whose runs are evidence of flakiness. */
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
