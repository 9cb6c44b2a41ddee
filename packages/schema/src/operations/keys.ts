import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

export const Role = z.enum(['viewer', 'editor', 'admin'])
export const Scope = z.enum(['ingest', 'read', 'knowledge', 'bus', 'admin'])
const Time = z.iso.datetime({ offset: true })

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
  createdBy: z
    .object({ id: z.uuid(), email: z.string(), name: z.string() })
    .nullable()
    .describe('The person who made it; null where a key or the machine did.'),
  createdAt: Time,
  expiresAt: Time.nullable(),
  lastUsedAt: Time.nullable().describe('Written at most once a minute; null: never used.'),
})

export const keyOperations = operations({
  listKeys: {
    summary: 'The API keys of the organization that are not revoked, newest first.',
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
      role: Role.default('editor').describe("At most the maker's own."),
      scopes: z
        .array(Scope)
        .min(1)
        .max(20)
        .optional()
        .describe('At most what the role may have; absent: all of that but admin.'),
      project: ProjectSlug.optional().describe('Slug of the one project it may see and write to.'),
      expiresAt: Time.optional().describe('In the future; absent: never.'),
    }),
    output: ApiKey.extend({ value: z.string() }),
  },
  revokeKey: {
    summary: 'Ends an API key at once and for good.',
    method: 'DELETE',
    path: '/api/keys/:id',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ id: z.uuid(), revokedAt: Time }),
  },
})
