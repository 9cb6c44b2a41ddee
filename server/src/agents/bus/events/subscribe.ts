import { type busEventOperations, SubscriptionFilter } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../../ground/kernel/context.ts'
import { newId } from '../../../ground/kernel/id.ts'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../../ground/kernel/problem.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { type Db, forUpdate } from '../../../ground/store/portable.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { AgentRow } from '../dependencies.ts'

type Verbs = Handlers<typeof busEventOperations>
type Filter = z.output<typeof SubscriptionFilter>

/** Subscriptions of one agent. */
const MOST = 100

export const subscribeToEvent: Verbs['subscribeToEvent'] = async ({ ctx, input }) => {
  const { agent: named, ...filter } = input
  const agent = await actingAgent(actingAs(ctx, named))
  const wanted = await readFilter(ctx, filter)
  const id = await ctx.store.write((db) => insertSubscription(db, ctx, agent, wanted, 'rest'))
  const row = await subscriptionRows(ctx.store.read, agent.id)
    .where('bus_subscription.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('subscription')
  return describeSubscription(row)
}

export const listSubscriptions: Verbs['listSubscriptions'] = async ({ ctx, input }) => {
  const agent = await actingAgent(actingAs(ctx, input.agent))
  const query = subscriptionRows(ctx.store.read, agent.id)
  const { page, nextCursor } = await readPage(ctx, query, 'bus_subscription.id', input)
  return {
    items: page.map(describeSubscription),
    nextCursor,
  }
}

export const unsubscribe: Verbs['unsubscribe'] = async ({ ctx, input }) => {
  const agent = await actingAgent(actingAs(ctx, input.agent))
  const id = input.id.toLowerCase()
  const ended = await ctx.store.write((db) =>
    db
      .deleteFrom('bus_subscription')
      .where('agent_id', '=', agent.id)
      .where('public_id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!ended) throw notFound('subscription')
  return { id, ended: true }
}

/** A filter whose project is given by its internal id. */
interface Wanted extends Omit<Filter, 'project'> {
  projectId: number | null
}

/** Throws NOT_FOUND for a project that the caller does not see, and INVALID_REQUEST for a filter that never matches. */
async function readFilter(ctx: Pick<Context, 'store' | 'caller'>, filter: Filter): Promise<Wanted> {
  const { project, ...rest } = filter
  if (filter.event === 'proposal.decided' && (filter.branch ?? filter.suite) !== undefined)
    throw new Problem(
      'INVALID_REQUEST',
      'branch and suite do not apply to proposal.decided: a proposal belongs to no branch. Omit them.',
    )
  const projectId = project === undefined ? ctx.caller.projectId : (await visibleProject(ctx, project)).id
  return { ...rest, projectId }
}

/** Stores a subscription unless the agent has it. Returns its number. */
async function insertSubscription(
  db: Db,
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  agent: AgentRow,
  { event, projectId, ...filter }: Wanted,
  source: 'rest' | 'capabilities',
): Promise<number> {
  const branch = filter.branch ?? null
  const suite = filter.suite ?? null
  // Locked, so that concurrent requests cannot exceed the limit together.
  await db
    .selectFrom('agent')
    .select('id')
    .where('id', '=', agent.id)
    .$call(forUpdate(store.dialect))
    .executeTakeFirst()
  const own = await db.selectFrom('bus_subscription').selectAll().where('agent_id', '=', agent.id).execute()
  const same = own.find(
    (row) =>
      row.source === source &&
      row.event === event &&
      row.project_id === projectId &&
      row.branch === branch &&
      row.suite === suite,
  )
  if (same) return same.id
  if (own.length >= MOST)
    throw new Problem(
      'CONFLICT',
      `An agent has at most ${MOST} subscriptions. End one first, or omit a filter.`,
    )
  const now = clock()
  const { id } = await db
    .insertInto('bus_subscription')
    .values({
      public_id: newId(now),
      organization_id: agent.organization_id,
      agent_id: agent.id,
      source,
      event,
      project_id: projectId,
      branch,
      suite,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Subscriptions with the names of their agents and projects. */
const subscriptionRows = (db: Db, agentId: number) =>
  db
    .selectFrom('bus_subscription')
    .innerJoin('agent', 'agent.id', 'bus_subscription.agent_id')
    .leftJoin('project', 'project.id', 'bus_subscription.project_id')
    .selectAll('bus_subscription')
    .select(['agent.name', 'project.slug'])
    .where('bus_subscription.agent_id', '=', agentId)

type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptionRows>['execute']>>[number]

const NOTES: Partial<Record<SubscriptionRow['event'], string>> = {
  'base.broke':
    'Sent for the first failed run of the default branch after a passed one. Only CI runs of a clean working tree count, and no runs of pull requests. For other runs, subscribe to execution.settled.',
  'base.culprit':
    'Sent when svc bisect has stored which commit broke a test of the default branch. A later search that finds the same is not sent.',
}

const describeSubscription = (row: SubscriptionRow) => ({
  id: row.public_id,
  agent: row.name,
  event: row.event,
  project: row.slug,
  branch: row.branch,
  suite: row.suite,
  source: row.source,
  note: NOTES[row.event] ?? null,
  createdAt: iso(row.created_at),
})

/**
 * In the transaction that stores an agent's capabilities: replaces the subscriptions that came from earlier ones with
 * those in `capabilities.subscribe`. Throws INVALID_REQUEST, which names the item, and CONFLICT if there are too many.
 */
export async function subscribeFromCapabilities(
  db: Db,
  ctx: Pick<Context, 'store' | 'caller' | 'clock'>,
  agent: AgentRow,
  capabilities: Record<string, unknown>,
): Promise<void> {
  // A project that the same transaction created exists only within it.
  const within = { ...ctx, store: { ...ctx.store, lookup: db, read: db } }
  const wanted = await readWanted(within, capabilities.subscribe)
  await db
    .deleteFrom('bus_subscription')
    .where('agent_id', '=', agent.id)
    .where('source', '=', 'capabilities')
    .execute()
  for (const one of wanted) await insertSubscription(db, ctx, agent, one, 'capabilities')
}

async function readWanted(ctx: Pick<Context, 'store' | 'caller'>, listed: unknown): Promise<Wanted[]> {
  if (listed === undefined) return []
  if (!Array.isArray(listed)) throw wrong('capabilities.subscribe', 'must be a list')
  const wanted: Wanted[] = []
  for (const [at, item] of listed.entries()) {
    const field = `capabilities.subscribe[${at}]`
    const { data, error } = SubscriptionFilter.safeParse(item)
    if (error) {
      const [issue] = error.issues
      const path = issue?.path.map((part) => `.${String(part)}`).join('') ?? ''
      throw wrong(`${field}${path}`, issue?.message ?? 'is invalid')
    }
    wanted.push(
      await readFilter(ctx, data).catch((problem: unknown) => {
        throw problem instanceof Problem ? wrong(field, problem.message) : problem
      }),
    )
  }
  return wanted
}

const wrong = (field: string, what: string) =>
  new Problem(
    'INVALID_REQUEST',
    `${field}: ${what}. Each item has the form { "event": "base.broke", "project": "shop", "branch": "main", "suite": "unit" }; only event is required.`,
  )
