import { iso } from '../../kernel/time.ts'
import type { Db } from '../../store/portable.ts'

/** Subscriptions with the names of their agents and projects. */
export const subscriptionRows = (db: Db, agentId: number) =>
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
}

export const describeSubscription = (row: SubscriptionRow) => ({
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
