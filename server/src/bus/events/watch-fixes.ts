import type { Consumer, Event } from '../../kernel/events.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { notifyRecipients } from '../send.ts'
import { type Notice, sendNotices } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { type Earlier, keepThoseWith, readEarlier, readRunsWith } from './earlier-runs.ts'
import { judgeRuns, type VerificationRow } from './judge-runs.ts'
import { type Evidence, recordRuns } from './record-verification.ts'
import { readSettledRuns, type SettledRun } from './settled-runs.ts'

/** A verified fix is watched for this long, because it may still be refuted. */
const WATCHED_MS = 30 * DAY_MS

/**
 * The consumer of events that watches fixes under verification: each settled execution with the fix
 * is judged once.
 */
export const fixConsumer = ({ bus }: Pick<WorkParts, 'bus'>): Consumer => ({
  name: 'fixes',
  kinds: ['execution.settled'],
  queue: async (events) => {
    const judged = await judgeEvents(bus.store, events)
    return async (db, done, now, afterCommit) => {
      const notices: Notice[] = []
      for (const { eventId, verificationId, ...found } of judged)
        if (done.has(eventId))
          notices.push(...(await recordRuns(db, bus.store.dialect, verificationId, found, now)))
      const sent = await sendNotices(db, bus, notices, now)
      afterCommit(() => notifyRecipients(bus, sent))
    }
  },
})

async function judgeEvents(store: Store, events: Event[]) {
  const found: (Evidence & { eventId: number; verificationId: number })[] = []
  const settled = await readSettledRuns(store, events)
  const projectIds = [...new Set([...settled.values()].map((run) => run.project_id))]
  if (projectIds.length === 0) return found
  const since = Math.max(...events.map(({ at }) => at)) - WATCHED_MS
  const watched = await store.read
    .selectFrom('fix_verification')
    .selectAll()
    .where(isOneOf(store.dialect, 'project_id', projectIds))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'waiting'),
        eb.and([eb('state', '=', 'verified'), eb('decided_at', '>', since)]),
      ]),
    )
    .orderBy('id')
    .execute()
  for (const [eventId, run] of settled)
    for (const verification of watched) {
      if (verification.project_id !== run.project_id) continue
      const within = await keepThoseWith(store, run.project_id, verification.commit_sha, [run])
      if (within.length === 0) continue
      const judged = await judgeRuns(store, verification, within)
      const earlier = verification.state === 'waiting' ? await lookAgain(store, verification, run) : undefined
      found.push({ eventId, verificationId: verification.id, executionIds: [run.id], judged, earlier })
    }
  return found
}

/**
 * How often the failure occurred without the fix, as known now; undefined if its runs were removed.
 */
async function lookAgain(
  store: Store,
  { project_id: projectId, fingerprint, commit_sha: commit }: VerificationRow,
  run: SettledRun,
): Promise<Earlier | undefined> {
  const cluster = await store.lookup
    .selectFrom('failure_cluster')
    .select('id')
    .where('project_id', '=', projectId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  if (!cluster) return undefined
  const runs = await readRunsWith(store, projectId, commit)
  const to = Math.min(run.started_at, ...runs.map((one) => one.started_at))
  const earlier = await readEarlier(store, { projectId, clusterId: cluster.id, commit, to })
  // Its runs may be removed later; their recorded counts remain valid.
  return earlier.hits === 0 ? undefined : earlier
}
