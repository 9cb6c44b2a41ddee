import { z } from 'zod'
import { isoTime } from '../iso-time.ts'
import { administers, anyCredential, operations, ownPerson } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { Choice, Role, Scope, settled } from './keys.ts'
import { Email, Membership, Person, PersonName } from './people.ts'

const Time = z.iso.datetime({ offset: true })
const GivenTime = isoTime('must be an ISO 8601 time such as 2026-01-31T12:00:00Z')

const OrganizationSlug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/,
    'must be 1 to 50 letters a to z, digits and hyphens, beginning and ending with a letter or digit',
  )

const Member = Person.extend({ role: Role, joinedAt: Time })

const Invitation = z.object({
  id: z.uuid(),
  role: Role,
  email: z.string().nullable().describe('The only address that can accept it; null: anyone with the link.'),
  createdBy: Person.nullable().describe('Null if a key or the server created it.'),
  createdAt: Time,
  expiresAt: Time,
})

const Credential = z.object({
  kind: z.enum(['invitation', 'key', 'trust', 'webhook', 'badge']),
  id: z.string().describe("Its id; for a badge, its project's slug."),
  name: z.string(),
  role: Role.describe('Role that it grants.'),
  scopes: z.array(Scope),
  host: z.string().nullable().describe("Host of a webhook's address; null for other kinds."),
  createdAt: Time,
  isKeepable: z.boolean().describe('False if it always ends with its creator.'),
})

const AuditEntry = z.object({
  id: z.number(),
  at: Time,
  actor: z.object({
    kind: z.enum(['person', 'key', 'machine', 'visitor']),
    id: z
      .uuid()
      .nullable()
      .describe(
        'Null for the machine (a command on the server’s host) and for a visitor (a person who is not signed in).',
      ),
    name: z.string().describe('Name at that time; for a visitor, the address.'),
  }),
  action: z.string().describe('Name of the action, such as member.role-changed.'),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string().describe('Name at that time.') }),
  detail: z
    .record(z.string(), z.unknown())
    .describe('Details of the change, such as the roles before and after.'),
})

/** Operations of a person that need no organization. */
export const ownOrganizationOperations = operations({
  listOrganizations: {
    summary: "Lists the person's organizations, sorted by slug; for an API key, its own organization.",
    method: 'GET',
    path: '/api/organizations',
    ...anyCredential,
    input: z.strictObject({}),
    output: z.object({ organizations: z.array(Membership) }),
  },
  createOrganization: {
    summary:
      'Creates an organization with the caller as its admin. The server setting SVC_ORGANIZATIONS says who can do this: by default, an admin of any organization. A person can be a member of up to 50 organizations.',
    method: 'POST',
    path: '/api/organizations',
    ...ownPerson,
    input: z.strictObject({ name: PersonName, slug: OrganizationSlug }),
    output: Membership,
  },
})

export const organizationOperations = operations({
  updateOrganization: {
    summary:
      'Renames the organization or changes its slug. The organization keeps up to 10 former slugs. Workflows can still use them, and other organizations cannot take them.',
    method: 'POST',
    path: '/api/organization',
    ...administers,
    input: z.strictObject({ name: PersonName.optional(), slug: OrganizationSlug.optional() }),
    output: z.object({ slug: z.string(), name: z.string() }),
  },
  listMembers: {
    summary:
      'Lists the members of the organization, newest first. Every member can call it; an API key needs the scope admin.',
    method: 'GET',
    path: '/api/members',
    ...anyCredential,
    input: z.strictObject(pageParameters),
    output: pageOf(Member),
  },
  changeRole: {
    summary:
      "Changes a member's role. The last admin must stay an admin. CONFLICT if the new role has fewer permissions, the member owns credentials, and `credentials` is absent.",
    method: 'POST',
    path: '/api/members/:id',
    ...administers,
    input: z.strictObject({ id: z.uuid().toLowerCase(), role: Role, credentials: Choice }),
    output: Member.extend(settled),
  },
  removeMember: {
    summary:
      'Removes a member from the organization, immediately for all sessions. Members can remove themselves, except the last admin. CONFLICT if the member owns credentials and `credentials` is absent.',
    method: 'DELETE',
    path: '/api/members/:id',
    ...anyCredential,
    input: z.strictObject({ id: z.uuid().toLowerCase(), credentials: Choice }),
    output: z.object({ id: z.uuid(), ...settled }),
  },
  listMemberCredentials: {
    summary:
      "Lists a member's active credentials: keys, trusts, webhooks, badges and invitations, at most 500. Members can list their own.",
    method: 'GET',
    path: '/api/members/:id/credentials',
    ...anyCredential,
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: z.object({
      credentials: z.array(Credential),
      total: z.number().describe('Total number, including those beyond 500.'),
    }),
  },
  listInvitations: {
    summary: 'Lists open invitations, newest first. The response does not contain their links.',
    method: 'GET',
    path: '/api/invitations',
    ...administers,
    input: z.strictObject(pageParameters),
    output: pageOf(Invitation),
  },
  createInvitation: {
    summary: 'Creates a link that lets one person join. Only this response contains the link.',
    method: 'POST',
    path: '/api/invitations',
    ...administers,
    input: z.strictObject({
      role: Role.default('editor'),
      email: Email.optional().describe('The only address that can accept; absent: anyone with the link.'),
      days: wholeNumber(1, 90).default(7).describe('Days until it expires.'),
    }),
    output: Invitation.extend({ url: z.string(), token: z.string().describe('The part of `url` after #.') }),
  },
  withdrawInvitation: {
    summary: 'Revokes an invitation immediately.',
    method: 'DELETE',
    path: '/api/invitations/:id',
    ...administers,
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: z.object({ id: z.uuid() }),
  },
  listAudit: {
    summary:
      'Lists the audit trail, newest first. Rows are never changed; deleting the organization deletes them.',
    method: 'GET',
    path: '/api/audit',
    ...administers,
    input: z.strictObject({
      action: z.string().min(1).max(100).describe('Only this action, such as key.created.').optional(),
      from: GivenTime.optional().describe('ISO 8601; without a time zone UTC.'),
      to: GivenTime.optional().describe('Exclusive.'),
      ...pageParameters,
    }),
    output: pageOf(AuditEntry),
  },
})
