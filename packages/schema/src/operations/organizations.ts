import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { Choice, Role, Scope, settled } from './keys.ts'
import { Email, Membership, Person, PersonName } from './people.ts'

const Time = z.iso.datetime({ offset: true })

const OrganizationSlug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/,
    'takes 1 to 50 letters of a to z, digits and hyphens, beginning and ending with a letter or digit',
  )

const Member = Person.extend({ role: Role, joinedAt: Time })

const Invitation = z.object({
  id: z.uuid(),
  role: Role,
  email: z.string().nullable().describe('The one address it is for; null: anybody with the link.'),
  createdBy: Person.nullable().describe('Null where a key or the machine made it.'),
  createdAt: Time,
  expiresAt: Time,
})

const Credential = z.object({
  kind: z.enum(['invitation', 'key', 'trust', 'webhook', 'badge']),
  id: z.string().describe("Its id; of a badge its project's slug."),
  name: z.string(),
  role: Role.describe('What it lets its holder do.'),
  scopes: z.array(Scope),
  createdAt: Time,
  isKeepable: z.boolean().describe('False for what ends with its maker in any case.'),
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
        'Null for the machine, a command run where the server is, and for a visitor, who has not signed in.',
      ),
    name: z.string().describe('As it was then; of a visitor the address.'),
  }),
  action: z.string().describe('What was done, such as member.role-changed.'),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string().describe('As it was then.') }),
  detail: z.record(z.string(), z.unknown()).describe('What changed, such as the roles before and after.'),
})

/** Rows that need no organization chosen: a person's own. */
export const ownOrganizationOperations = operations({
  listOrganizations: {
    summary: 'The organizations that the person is a member of, by slug; of an API key its one.',
    method: 'GET',
    path: '/api/organizations',
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({}),
    output: z.object({ organizations: z.array(Membership) }),
  },
  createOrganization: {
    summary:
      'Makes an organization, with the person who asks as its admin. SVC_ORGANIZATIONS of the server says who may: by default an admin of some organization. A person can be in 50.',
    method: 'POST',
    path: '/api/organizations',
    person: true,
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({ name: PersonName, slug: OrganizationSlug }),
    output: Membership,
  },
})

export const organizationOperations = operations({
  updateOrganization: {
    summary:
      'Renames the organization, or changes its slug. It keeps up to 10 former slugs, which workflows may still name and nobody else can take.',
    method: 'POST',
    path: '/api/organization',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ name: PersonName.optional(), slug: OrganizationSlug.optional() }),
    output: z.object({ slug: z.string(), name: z.string() }),
  },
  listMembers: {
    summary:
      'The members of the organization, newest first. Every member may ask; an API key takes the scope admin.',
    method: 'GET',
    path: '/api/members',
    role: 'viewer',
    scope: 'any',
    input: z.strictObject(pageParameters),
    output: pageOf(Member),
  },
  changeRole: {
    summary:
      'Gives a member another role. The last admin stays one. CONFLICT if the member may do less from now on, answers for credentials, and credentials is absent.',
    method: 'POST',
    path: '/api/members/:id',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ id: z.uuid(), role: Role, credentials: Choice }),
    output: Member.extend(settled),
  },
  removeMember: {
    summary:
      'Takes a member out of the organization, at once for all sessions. Members may take out themselves; the last admin cannot go. CONFLICT if the member answers for credentials and credentials is absent.',
    method: 'DELETE',
    path: '/api/members/:id',
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({ id: z.uuid(), credentials: Choice }),
    output: z.object({ id: z.uuid(), ...settled }),
  },
  listMemberCredentials: {
    summary:
      'What a member answers for and that still works: keys, trusts, webhooks, badges and invitations. Members may ask for their own; at most 500.',
    method: 'GET',
    path: '/api/members/:id/credentials',
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({
      credentials: z.array(Credential),
      total: z.number().describe('How many there are in all.'),
    }),
  },
  listInvitations: {
    summary: 'Invitations that can still be accepted, newest first. Their links are never shown again.',
    method: 'GET',
    path: '/api/invitations',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject(pageParameters),
    output: pageOf(Invitation),
  },
  createInvitation: {
    summary: 'Makes a link that lets one person join. It is shown in this answer only.',
    method: 'POST',
    path: '/api/invitations',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({
      role: Role.default('editor'),
      email: Email.optional().describe('Only this address may accept; absent: anybody with the link.'),
      days: wholeNumber(1, 90).default(7).describe('How long it holds.'),
    }),
    output: Invitation.extend({ url: z.string(), token: z.string().describe('What follows # in url.') }),
  },
  withdrawInvitation: {
    summary: 'Makes an invitation void at once.',
    method: 'DELETE',
    path: '/api/invitations/:id',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ id: z.uuid() }),
  },
  listAudit: {
    summary: 'Who did what to what, newest first. Rows are never changed; they go with their organization.',
    method: 'GET',
    path: '/api/audit',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({
      action: z.string().min(1).max(100).describe('Only this action, such as key.created.').optional(),
      from: Time.optional(),
      to: Time.describe('Not included.').optional(),
      ...pageParameters,
    }),
    output: pageOf(AuditEntry),
  },
})
