import type { ProblemCode } from '@svc/protocol'
import type { Scope } from '../../ground/kernel/context.ts'
import { type Credential, has, SCOPES } from './credentials.ts'
import type { Walked } from './operations.ts'

const ADMIN = { role: 'admin', scope: 'admin' } as const

/** Operations that reject a key of one project, regardless of its role and scopes. */
const OF_WHOLE_ORGANIZATION = new Set([
  'updateOrganization',
  'deleteOrganization',
  'deleteProject',
  'updateProject',
  'listRefusedUploads',
  'listMembers',
  'listMemberCredentials',
  'changeRole',
  'removeMember',
  'listInvitations',
  'createInvitation',
  'withdrawInvitation',
  'listAudit',
  'listKeys',
  'createKey',
  'revokeKey',
  'listTrusts',
  'createTrust',
  'updateTrust',
  'deleteTrust',
  'getRetention',
  'setRetention',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'listDeliveries',
  'resendDeliveries',
])

/** Operations that ask for more than their row declares. */
const STRICTER: Record<string, (who: Credential) => boolean> = {
  listMembers: (who) => who.isPerson || has(who, ADMIN),
  // Members may do these to themselves, which these tests do not try.
  listMemberCredentials: (who) => has(who, ADMIN),
  removeMember: (who) => has(who, ADMIN),
  acceptProposal: (who) => who.isPerson || has(who, ADMIN),
  rejectProposal: (who) => who.isPerson || has(who, ADMIN),
  listAccounts: (who) => usesTools(who),
  switchAccount: (who) => usesTools(who),
}

/** True for a credential with a scope of tools. */
const usesTools = (who: Credential) =>
  (['read', 'knowledge', 'bus'] as const).some((scope) => has(who, { role: 'viewer', scope }))

/** The code with which an operation refuses a credential for every id; null if it lets the credential in. */
export function refusalOf(operation: Walked, who: Credential): ProblemCode | null {
  const { id, access } = operation
  if (access === null) return null
  if (who.rights === null) return 'UNAUTHORIZED'
  if (operation.ofPerson && !who.isPerson) return 'FORBIDDEN'
  if (operation.isPersonal) return null
  if (!who.isMember || !has(who, access)) return 'FORBIDDEN'
  if (who.ofProject && OF_WHOLE_ORGANIZATION.has(id)) return 'FORBIDDEN'
  return STRICTER[id]?.(who) === false ? 'FORBIDDEN' : null
}

/**
 * Fields for which the server distinguishes others' values from absent ones on purpose. Each is an exception from the isolation.
 * `ingest.journal`: a key of one project learns that an upload belongs to another project of its organization. Ids of
 * journals are random, so only the sender knows one.
 */
const DISTINGUISHED = new Set(['ingest.journal'])

/** True if the answer may differ between a value of others and an absent one. */
export const isDistinguished = ({ id }: Walked, { name }: { name: string }): boolean =>
  DISTINGUISHED.has(`${id}.${name}`)

/** Scopes that what an operation creates has, and its maker has to have. */
const GIVEN: Record<string, readonly Scope[]> = {
  createInvitation: SCOPES.editor,
  createKey: SCOPES.editor,
  createTrust: ['ingest', 'read'],
  createWebhook: ['read'],
  makeBadge: ['read'],
}

/** FORBIDDEN for a credential that lacks a scope of what it would create, or ends before it. */
const refusalToGive = (id: string, { rights, isEnding }: Credential): ProblemCode | null => {
  const given = GIVEN[id] ?? []
  const lacks = given.some((scope) => !rights?.scopes.includes(scope))
  return lacks || (isEnding && given.length > 0) ? 'FORBIDDEN' : null
}

/** Refusals of requests that name only the caller's own things, by operation or by operation and field. */
const REFUSED_TO_ALL: Record<string, (who: Credential) => ProblemCode | null> = {
  // The proposals to decide come from keys.
  acceptProposal: (who) => (who.isPerson ? null : 'FORBIDDEN'),
  rejectProposal: (who) => (who.isPerson ? null : 'FORBIDDEN'),
  acceptInvitation: (who) => (who.isMember ? 'CONFLICT' : null),
  // No person here has a password.
  changePassword: () => 'INVALID_REQUEST',
  'updatePerson.email': () => 'INVALID_REQUEST',
}

/** The code that a request about the caller's own things gets; null for a success. */
export const answerDue = ({ id }: Walked, who: Credential, field?: string): ProblemCode | null =>
  (REFUSED_TO_ALL[`${id}.${field}`] ?? REFUSED_TO_ALL[id])?.(who) ?? refusalToGive(id, who)
