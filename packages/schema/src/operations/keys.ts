import { z } from 'zod'
import { isoTime } from '../iso-time.ts'
import { administers, operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

export const Role = z.enum(['viewer', 'editor', 'admin'])
export const Scope = z.enum(['ingest', 'read', 'knowledge', 'bus', 'admin'])
const Time = z.iso.datetime({ offset: true })
const GivenTime = isoTime('must be an ISO 8601 time such as 2026-01-31T12:00:00Z')

/** What happens to credentials when their owner leaves or loses permissions. */
export const Choice = z
  .enum(['keep', 'revoke'])
  .optional()
  .describe(
    'Required if credentials remain: revoke revokes them, keep makes the caller their owner. Invitations and keys with the scope admin are revoked in both cases.',
  )
export const settled = {
  kept: z.number().describe('Credentials that the caller now owns.'),
  ended: z.number().describe('Revoked credentials, including invitations.'),
}

const KeyPerson = z.object({ id: z.uuid(), email: z.string(), name: z.string() })

/** The public facts of a key, without its value. */
const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first and last characters. */
  hint: z.string(),
  role: Role,
  scopes: z.array(Scope),
  /** Slug of the only project that the key can access; null: all of the organization. */
  project: z.string().nullable(),
  createdBy: KeyPerson.nullable().describe('The person who created it; null if a key or the server did.'),
  owner: KeyPerson.nullable().describe(
    'The person responsible for it: the key never has more permissions than its owner. Null if the server created it.',
  ),
  createdAt: Time,
  expiresAt: Time.nullable(),
  state: z.enum(['active', 'expired']).describe("By the server's clock; the server rejects expired keys."),
  lastUsedAt: Time.nullable().describe('Updated at most once per minute; null: never used.'),
})

export const keyOperations = operations({
  listKeys: {
    summary:
      "Lists the organization's API keys, newest first: active and expired keys, but not revoked ones.",
    method: 'GET',
    path: '/api/keys',
    ...administers,
    input: z.strictObject(pageParameters),
    output: pageOf(ApiKey),
  },
  createKey: {
    summary: 'Creates an API key. Only this response contains its value.',
    method: 'POST',
    path: '/api/keys',
    ...administers,
    input: z.strictObject({
      name: z.string().trim().min(1).max(100),
      role: Role.default('editor').describe("At most the creator's own role, now and later."),
      scopes: z
        .array(Scope)
        .min(1)
        .max(20)
        .optional()
        .describe(
          'Limited to the scopes of the role and, if a key calls, of that key. Absent: all of these except admin.',
        ),
      project: ProjectSlug.optional().describe('Slug of the only project that the key can read and write.'),
      expiresAt: GivenTime.optional().describe(
        'A time in the future, ISO 8601; without a time zone UTC. Absent: never, or together with the calling key.',
      ),
    }),
    output: ApiKey.extend({ value: z.string() }),
  },
  revokeKey: {
    summary:
      'Revokes an API key immediately and permanently. CONFLICT if it created credentials that still work and `credentials` is absent.',
    method: 'DELETE',
    path: '/api/keys/:id',
    ...administers,
    input: z.strictObject({ id: z.uuid().toLowerCase(), credentials: Choice }),
    output: z.object({
      id: z.uuid(),
      revokedAt: Time,
      ...settled,
      agents: z
        .array(z.string())
        .describe('Agents that nobody can act as without the key, at most 100. An admin can take them over.'),
    }),
  },
})
