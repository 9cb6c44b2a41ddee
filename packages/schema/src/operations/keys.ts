import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

export const Role = z.enum(['viewer', 'editor', 'admin'])
export const Scope = z.enum(['ingest', 'read', 'knowledge', 'bus', 'admin'])
const Time = z.iso.datetime({ offset: true })

/** What becomes of credentials when their maker goes or may do less. */
export const Choice = z
  .enum(['keep', 'revoke'])
  .optional()
  .describe(
    'Needed where credentials are left: revoke ends them, keep makes the caller answer for them. Invitations and keys with the scope admin end in any case.',
  )
export const settled = {
  kept: z.number().describe('Credentials that the caller answers for from now on.'),
  ended: z.number().describe('Credentials that ended, invitations included.'),
}

const KeyPerson = z.object({ id: z.uuid(), email: z.string(), name: z.string() })

/** What may be told of a key; never its value. */
const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first and last characters. */
  hint: z.string(),
  role: Role,
  scopes: z.array(Scope),
  /** Slug of the one project it sees; null: all of the organization. */
  project: z.string().nullable(),
  createdBy: KeyPerson.nullable().describe('The person who made it; null if a key or the machine did.'),
  owner: KeyPerson.nullable().describe(
    'The person who answers for it: it never does more than they may now. Null if the machine made it.',
  ),
  createdAt: Time,
  expiresAt: Time.nullable(),
  state: z
    .enum(['active', 'expired'])
    .describe("By the server's clock; an expired key opens nothing any more."),
  lastUsedAt: Time.nullable().describe('Written at most once a minute; null: never used.'),
})

export const keyOperations = operations({
  listKeys: {
    summary: 'The API keys of the organization that are not revoked, expired ones included, newest first.',
    method: 'GET',
    path: '/api/keys',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject(pageParameters),
    output: pageOf(ApiKey),
  },
  createKey: {
    summary: 'Makes an API key. Its value is shown in this answer only.',
    method: 'POST',
    path: '/api/keys',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({
      name: z.string().trim().min(1).max(100),
      role: Role.default('editor').describe("At most the maker's own, now and later."),
      scopes: z
        .array(Scope)
        .min(1)
        .max(20)
        .optional()
        .describe(
          'At most what the role and, if a key asks, that key may have; absent: all of that but admin.',
        ),
      project: ProjectSlug.optional().describe('Slug of the one project it may see and write to.'),
      expiresAt: Time.optional().describe('In the future; absent: never, or with the key that asks.'),
    }),
    output: ApiKey.extend({ value: z.string() }),
  },
  revokeKey: {
    summary:
      'Ends an API key at once and for good. CONFLICT if it made credentials that still work and credentials is absent.',
    method: 'DELETE',
    path: '/api/keys/:id',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ id: z.uuid(), credentials: Choice }),
    output: z.object({ id: z.uuid(), revokedAt: Time, ...settled }),
  },
})
