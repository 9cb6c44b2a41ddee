import type { failureOperations, testOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import type { FindLeases } from './find-leases.ts'
import type { DescribedLease } from './leases/lease-rows.ts'

type Tests = Handlers<typeof testOperations>
type Failures = Handlers<typeof failureOperations>

/** The list of flaky tests, each with its lease. */
export const flakyTestsWithLeases =
  (find: FindLeases, list: Tests['listFlakyTests']): Tests['listFlakyTests'] =>
  async (call) => {
    const page = await list(call)
    const idOf = ({ project, testId }: (typeof page.items)[number]) => ({ project, id: testId })
    const leaseOf = await find(call.ctx, 'test', page.items.map(idOf))
    return { ...page, items: page.items.map((item) => ({ ...item, ...lease(leaseOf(idOf(item))) })) }
  }

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
