import type { Consumer, Event } from '../../../ground/kernel/consumer.ts'
import { outageOf } from '../../../ground/kernel/outage.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { writeInTurn } from '../../../ground/store/turns.ts'
import type { BusParts, WorkParts } from '../dependencies.ts'
import { notifyRecipients } from '../send.ts'
import { sendNotices } from '../tell.ts'
import { type Earlier, readEarlier, readRunsWith, whichContain } from './earlier-runs.ts'
import { judgeRuns, type VerificationRow } from './judge-runs.ts'
import { type Evidence, recordRuns } from './record-verification.ts'
import { readSettledRuns, type SettledRun } from './settled-runs.ts'
import { stillWaits, WATCHED_MS } from './watched-until.ts'

/** Of one project: those that wait first, then the newest. */
const MOST_WATCHED = 1_000
/** Fixes that are read and recorded together. */
const FIXES_AT_ONCE = 25
/** Fewer if there are many runs: what a transaction records about each fix and run. */
const RECORDED_AT_ONCE = 500

/**
 * The consumer of events that watches fixes under verification: each settled execution with the fix
 * is judged once.
 */
export const fixConsumer = ({ bus }: Pick<WorkParts, 'bus'>) =>
  ({
    name: 'fixes',
    kinds: ['execution.settled'],
    handleAll: async (events: Event[], now: number) => {
      const failed: unknown[] = []
      for (const project of await readProjects(bus.store, events)) await watch(bus, project, now, failed)
      if (failed.length > 0) throw failed[0]
    },
  }) satisfies Consumer

/** A project with settled runs that contain fixes. */
interface Project {
  id: number
  organizationId: number
  fixes: Fixed[]
}

interface Fixed {
  fix: VerificationRow
  /** The settled runs that contain it. */
  runs: SettledRun[]
}

async function readProjects(store: Store, events: Event[]): Promise<Project[]> {
  const organizations = new Map(events.map(({ id, organizationId }) => [id, organizationId]))
  const settled = await readSettledRuns(store, events)
  const at = Math.max(...events.map((event) => event.at))
  const projects: Project[] = []
  for (const [id, own] of Map.groupBy(settled, ([, run]) => run.project_id)) {
    const watched = await readWatched(store, id, at)
    if (watched.length === 0) continue
    const all = [...new Map(own.map(([, run]) => [run.id, run])).values()]
    const containing = await whichContain(store, id, all, all.length)
    const fixes = watched
      .map((fix) => ({ fix, runs: all.filter(containing(fix.commit_sha)) }))
      .filter(({ runs }) => runs.length > 0)
    projects.push({ id, organizationId: organizations.get(own[0]?.[0] ?? 0) ?? 0, fixes })
  }
  return projects
}

/** Judges and records the fixes of a project, some at a time; adds the errors to `failed`. */
async function watch(bus: BusParts, project: Project, now: number, failed: unknown[]): Promise<void> {
  const { fixes } = project
  if (fixes.length === 0) return
  const runsWith = await readRunsWith(bus.store, project.id)
  const record = async (some: Fixed[]) => {
    const evidence = await judge(bus.store, project.id, some, runsWith)
    const sent = await writeInTurn(bus.store, project.organizationId, async (db) =>
      sendNotices(db, bus, await recordRuns(db, bus.store.dialect, evidence, now), now),
    )
    notifyRecipients(bus, sent)
  }
  const mostRuns = Math.max(...fixes.map(({ runs }) => runs.length))
  const size = Math.min(FIXES_AT_ONCE, Math.ceil(RECORDED_AT_ONCE / mostRuns))
  for (let at = 0; at < fixes.length; at += size) {
    const some = fixes.slice(at, at + size)
    try {
      await record(some)
    } catch (error) {
      if (outageOf(error)) throw error
      // One fix that cannot be judged must not stop those of others.
      for (const one of some) await record([one]).catch((cause: unknown) => failed.push(cause))
    }
  }
}

/** What the runs say about these fixes, and how often their failures occur without them. */
async function judge(
  store: Store,
  projectId: number,
  fixes: Fixed[],
  runsWith: (commit: string) => SettledRun[],
): Promise<Evidence[]> {
  const judged = await judgeRuns(store, projectId, fixes)
  const earlier = await lookAgain(
    store,
    projectId,
    fixes.filter(({ fix }) => fix.state === 'waiting'),
    runsWith,
  )
  return fixes.map(({ fix, runs }, at) => ({
    verificationId: fix.id,
    executionIds: runs.map((run) => run.id),
    judged: judged[at] ?? [],
    earlier: earlier.get(fix.id),
  }))
}

const readWatched = (store: Store, projectId: number, at: number): Promise<VerificationRow[]> =>
  store.read
    .selectFrom('fix_verification')
    .selectAll()
    .where('project_id', '=', projectId)
    .where((eb) =>
      eb.or([stillWaits(at), eb.and([eb('state', '=', 'verified'), eb('decided_at', '>', at - WATCHED_MS)])]),
    )
    .orderBy('state', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_WATCHED)
    .execute()

/** How often each failure occurred without its fix, as known now, by the fix; omits fixes whose runs were removed. */
async function lookAgain(
  store: Store,
  projectId: number,
  fixes: Fixed[],
  runsWith: (commit: string) => SettledRun[],
): Promise<Map<number, Earlier>> {
  if (fixes.length === 0) return new Map()
  const clusters = await store.read
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint'])
    .where('project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'fingerprint', [...new Set(fixes.map(({ fix }) => fix.fingerprint))]))
    .execute()
  const idOf = new Map(clusters.map(({ id, fingerprint }) => [fingerprint, id]))
  const known = fixes.flatMap(({ fix, runs }) => {
    const clusterId = idOf.get(fix.fingerprint)
    const to = Math.min(...[...runs, ...runsWith(fix.commit_sha)].map((run) => run.started_at))
    return clusterId === undefined ? [] : [{ id: fix.id, clusterId, commit: fix.commit_sha, to }]
  })
  const all = await readEarlier(store, projectId, known)
  return new Map(
    known.flatMap(({ id }, at) => {
      const earlier = all[at]
      // Its runs may be removed later; their recorded counts remain valid.
      return earlier && earlier.hits > 0 ? [[id, earlier]] : []
    }),
  )
}
