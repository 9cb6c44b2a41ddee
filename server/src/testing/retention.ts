import { applyRetention, type RetentionCounts } from '../upkeep/retention/apply-retention.ts'
import { paced } from '../upkeep/retention/pace.ts'
import { DEFAULT_RETENTION, type RetentionDays } from '../upkeep/retention/periods.ts'
import type { TestApp } from './make-app.ts'

/** Does what the server does every ten minutes, without rests, for a server whose defaults are these. */
export function retain(app: TestApp, days: Partial<RetentionDays> = {}): Promise<RetentionCounts> {
  const pace = paced(app.store, { timer: () => 0, rest: async () => undefined, isStopping: () => false })
  return applyRetention(pace, {
    defaults: { ...DEFAULT_RETENTION, ...days },
    now: app.clock(),
    onFailure: (_, error) => {
      throw error
    },
  })
}
