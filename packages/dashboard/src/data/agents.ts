import type { Operations } from '@svc/api'
import { clientOf } from './client.ts'
import { pagesOf } from './pages.ts'
import { readOf } from './read-of.ts'

export type Agent = Operations['listAgents']['data'][number]
export type Message = Operations['listOrganizationMessages']['data'][number]
export type Task = Operations['listTasks']['data'][number]
export type TaskStatus = Task['status']
export type Lease = Operations['listLeases']['data'][number]

/** An agent on a page. A display name may be the name of another agent, so it never stands alone. */
export const agentName = (name: string, displayName: string | null): string =>
  displayName === null || displayName === name ? name : `${displayName} (${name})`

/** Keys of all reads of the bus begin with this. */
export const BUS = 'bus'
/** Agents come and go; a visible page reads again. */
const FRESH_MS = 15_000
const looksAgain = { staleTime: FRESH_MS, refetchInterval: FRESH_MS * 2 } as const

export const agentsOf = (organization: string) =>
  pagesOf(
    [BUS, organization, 'agents'],
    (place, options) => clientOf(organization).listAgents({ status: 'all', limit: 100, ...place }, options),
    looksAgain,
  )

export const agentOf = (organization: string, name: string) =>
  readOf(
    [BUS, organization, 'agent', name],
    (options) => clientOf(organization).getAgent({ id: name }, options),
    looksAgain,
  )

export interface MailFilter {
  agent?: string | undefined
  thread?: string | undefined
  status?: 'failed' | undefined
}

export const mailOf = (organization: string, filter: MailFilter) =>
  pagesOf(
    [BUS, organization, 'mail', filter],
    (place, options) =>
      clientOf(organization).listOrganizationMessages({ ...filter, limit: 100, ...place }, options),
    looksAgain,
  )

export const tasksOf = (
  organization: string,
  filter: {
    status?: TaskStatus | 'open' | undefined
    project?: string | undefined
    assignedTo?: string | undefined
    endedAfter?: string | undefined
  },
) =>
  pagesOf(
    [BUS, organization, 'tasks', filter],
    (place, options) => clientOf(organization).listTasks({ ...filter, limit: 100, ...place }, options),
    looksAgain,
  )

export const taskOf = (organization: string, id: string) =>
  readOf(
    [BUS, organization, 'task', id],
    (options) => clientOf(organization).getTask({ id }, options),
    looksAgain,
  )

export const leasesOf = (organization: string) =>
  pagesOf(
    [BUS, organization, 'leases'],
    (place, options) => clientOf(organization).listLeases({ limit: 100, ...place }, options),
    looksAgain,
  )
