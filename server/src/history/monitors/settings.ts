import type { testOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import type { Db } from '../../ground/store/portable.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'

/** When a test becomes flaky or broken, and when it recovers; the operation describes each setting. */
export type MonitorSettings = z.output<typeof testOperations.getMonitorSettings.output>

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

type Verbs = Handlers<typeof testOperations>

export const getMonitorSettings: Verbs['getMonitorSettings'] = async ({ ctx, input }) =>
  readMonitorSettings(ctx.store.read, (await visibleProject(ctx, input.slug)).id)

export const setMonitorSettings: Verbs['setMonitorSettings'] = async ({ ctx, input }) => {
  const { slug, ...given } = input
  const project = await visibleProject(ctx, slug)
  const now = ctx.clock()
  return ctx.store.write(async (db) => {
    const row = await db
      .selectFrom('monitor_setting')
      .select('settings')
      .where('project_id', '=', project.id)
      .executeTakeFirst()
    const settings = merged(row ? (JSON.parse(row.settings) as Partial<MonitorSettings>) : {}, given)
    const stored = { settings: JSON.stringify(settings), changed_at: now }
    await db
      .insertInto('monitor_setting')
      .values({ project_id: project.id, ...stored })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(stored))
      .execute()
    await recordAudit(db, ctx.caller, now, {
      action: 'project.monitor-changed',
      target: { kind: 'project', id: project.slug, name: project.slug },
      detail: settings,
    })
    return readMonitorSettings(db, project.id)
  })
}

/** The settings with the given changes; null removes a setting, so that its default applies. */
function merged(standing: object, given: object): Record<string, unknown> {
  const news = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    Object.entries({ ...standing, ...Object.fromEntries(news) }).filter(([, value]) => value !== null),
  )
}
