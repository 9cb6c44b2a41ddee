import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import { pagesOf } from './pages.ts'
import { readOf } from './read-of.ts'

export type ApiKey = Operations['listKeys']['data'][number]
export type Role = ApiKey['role']
export type Scope = ApiKey['scopes'][number]
export type Member = Operations['listMembers']['data'][number]
export type Credential = Operations['listMemberCredentials']['data']['credentials'][number]
export type Invitation = Operations['listInvitations']['data'][number]
export type Project = Operations['listProjects']['data'][number]
export type Trust = Operations['listTrusts']['data'][number]
export type Webhook = Operations['listWebhooks']['data'][number]
export type WebhookEvent = Webhook['events'][number]
export type Delivery = Operations['listDeliveries']['data'][number]
export type Retention = Operations['getRetention']['data']
export type AuditEntry = Operations['listAudit']['data'][number]
export type Session = Operations['listSessions']['data']['sessions'][number]

type ListName = {
  [N in keyof Operations]: Operations[N]['data'] extends unknown[] ? N : never
}[keyof Operations]
type Lists = {
  [N in ListName]: (
    input: Operations[N]['input'],
    options: { signal: AbortSignal },
  ) => Promise<{ data: Operations[N]['data']; nextCursor: string | null }>
}

const PER_PAGE = 50
/** Another person, or the same person in another tab, may have changed them meanwhile. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true } as const

/** Everything that the settings of an organization have read. */
const settingsOf = (organization: string) => ['settings', organization] as const

/** A list of an organization's settings, page by page. */
export function listOf<N extends ListName>(organization: string, name: N, input: Operations[N]['input']) {
  const lists: Lists = clientOf(organization)
  return pagesOf(
    [...settingsOf(organization), name, input],
    (place, options) => lists[name]({ ...input, limit: PER_PAGE, ...place }, options),
    FRESH,
  )
}

export const retentionOf = (organization: string) =>
  readOf(
    [...settingsOf(organization), 'retention'],
    (options) => clientOf(organization).getRetention({}, options),
    FRESH,
  )

export const limitsOf = (organization: string) =>
  readOf(
    [...settingsOf(organization), 'limits'],
    (options) => clientOf(organization).getLimits({}, options),
    FRESH,
  )

export const credentialsOf = (organization: string, id: string) =>
  readOf(
    [...settingsOf(organization), 'credentials', id],
    (options) => clientOf(organization).listMemberCredentials({ id }, options),
    FRESH,
  )

export const ownSessions = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await clientOf().listSessions({}, { signal })).data.sessions,
    ...FRESH,
  })
