import type { failureOperations, testOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'
import type { LeaseSubject } from '../../ground/store/tables.ts'
import type { WorkParts } from './dependencies.ts'
import { type DescribedLease, describeLease, visibleLeases } from './leases/lease-rows.ts'

/**
 * What a lease can cover: a failure by its fingerprint, or a test by its id, with the slug of its
 * project.
 */
interface Holdable {
  project: string
  id: string
}

/**
 * Finds the holders of failures or tests that the caller may see; null if there is no holder, and
 * for a caller without the scope `bus`.
 */
export type FindLeases = (
  ctx: Pick<Context, 'store' | 'caller'>,
  subject: Exclude<LeaseSubject, 'task'>,
  wanted: Holdable[],
) => Promise<(of: Holdable) => DescribedLease | null>

export const findLeases =
  ({ time }: Pick<WorkParts, 'time'>): FindLeases =>
  async ({ store, caller }, subject, wanted) => {
    const ids = [...new Set(wanted.map(({ id }) => id))]
    if (ids.length === 0 || !caller.scopes.has('bus')) return () => null
    const rows = await visibleLeases(store.read, caller)
      .where('subject', '=', subject)
      .where(isOneOf(store.dialect, 'subject_id', ids))
      .where('ends_at', '>', await time(store.read))
      .execute()
    const held = new Map(rows.map((row) => [`${row.slug}/${row.subject_id}`, describeLease(row)]))
    return ({ project, id }) => held.get(`${project}/${id}`) ?? null
  }

/** The number of leases that one query reads. */
const MOST_LEASES = 100

/**
 * Whether an agent may hold a failure of a project, or of any project that the caller sees. Also
 * true if there are too many leases to check.
 */
export async function mayHoldFailure(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  projectId: number | null,
): Promise<boolean> {
  if (!caller.scopes.has('bus')) return false
  const rows =
    projectId === null
      ? await leasesOfOrganization(store.lookup, caller.organizationId, MOST_LEASES)
      : await leasesOfProject(store.lookup, projectId, MOST_LEASES)
  return rows.length === MOST_LEASES || rows.some(({ subject }) => subject === 'failure')
}

const leasesOfProject = prepared((db, projectId: number, most: number) =>
  db.selectFrom('bus_lease').select('subject').where('project_id', '=', projectId).orderBy('id').limit(most),
)

const leasesOfOrganization = prepared((db, organizationId: number, most: number) =>
  db
    .selectFrom('bus_lease')
    .select('subject')
    .where('organization_id', '=', organizationId)
    .orderBy('place')
    .limit(most),
)

type Tests = Handlers<typeof testOperations>
type Failures = Handlers<typeof failureOperations>

/** The list of flaky tests, each with its lease. */
export const flakyTestsWithLeases =
  <Call extends { ctx: Context }>(
    find: FindLeases,
    list: (call: Call) => Promise<FlakyPage | EncodedJson>,
  ): ((call: Call) => Promise<FlakyPage | EncodedJson>) =>
  async (call) => {
    const page = await list(call)
    if (page instanceof EncodedJson) return page
    const idOf = ({ project, testId }: (typeof page.items)[number]) => ({ project, id: testId })
    const leaseOf = await find(call.ctx, 'test', page.items.map(idOf))
    return { ...page, items: page.items.map((item) => ({ ...item, ...lease(leaseOf(idOf(item))) })) }
  }

type FlakyPage = Awaited<ReturnType<Tests['listFlakyTests']>>
type FailurePage = Awaited<ReturnType<Failures['listFailures']>>
type Failure = Awaited<ReturnType<Failures['getFailure']>>

/**
 * The list of failures, each with its lease; a page that a thread has already encoded is returned
 * unchanged.
 */
export const failuresWithLeases =
  <Call extends { ctx: Context }>(
    find: FindLeases,
    list: (call: Call) => Promise<FailurePage | EncodedJson>,
  ): ((call: Call) => Promise<FailurePage | EncodedJson>) =>
  async (call) => {
    const page = await list(call)
    if (page instanceof EncodedJson) return page
    const leaseOf = await find(call.ctx, 'failure', page.items.map(failureOf))
    return { ...page, items: page.items.map((item) => ({ ...item, ...lease(leaseOf(failureOf(item))) })) }
  }

/** One failure with its lease; see `failuresWithLeases`. */
export const failureWithLease =
  <Call extends { ctx: Context }>(
    find: FindLeases,
    get: (call: Call) => Promise<Failure | EncodedJson>,
  ): ((call: Call) => Promise<Failure | EncodedJson>) =>
  async (call) => {
    const failure = await get(call)
    if (failure instanceof EncodedJson) return failure
    const leaseOf = await find(call.ctx, 'failure', [failureOf(failure)])
    return { ...failure, ...lease(leaseOf(failureOf(failure))) }
  }

const failureOf = ({ project, fingerprint }: { project: string; fingerprint: string }) => ({
  project,
  id: fingerprint,
})

/** Absent without a holder. */
const lease = (held: DescribedLease | null) => (held ? { lease: held } : {})
