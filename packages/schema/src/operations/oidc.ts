import { z } from 'zod'
import { administers, operations, publicOperations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime({ offset: true })

/** A pattern of a reference, in which `*` matches any characters. */
const RefPattern = z
  .string()
  .min(1)
  .max(300)
  .describe('A full reference, such as refs/heads/main; `*` matches any characters.')
const EventName = z.string().regex(/^[a-z_]{1,100}$/, 'must be names of events, such as push')
const Trust = z.object({
  id: z.uuid(),
  issuer: z.string(),
  accepted: z
    .boolean()
    .describe(
      'False if the operator no longer lists the issuer in SVC_OIDC_ISSUERS: the trust then issues no keys.',
    ),
  audience: z
    .string()
    .describe('Audience that workflows request for their tokens: this server and this organization.'),
  repositoryId: z.string(),
  repository: z.string().nullable().describe('Display name: its name when the trust was created.'),
  refs: z.array(z.string()),
  events: z.array(z.string()),
  project: z
    .string()
    .nullable()
    .describe('The only project that its keys can access; null: all of the organization.'),
  createdBy: z.object({ id: z.uuid(), email: z.string(), name: z.string() }).nullable(),
  createdAt: Time,
})

/** Which workflows may upload without a stored key. */
export const oidcOperations = operations({
  listTrusts: {
    summary: 'Lists the workflows that can upload without a stored key, newest first.',
    method: 'GET',
    path: '/api/oidc-trusts',
    ...administers,
    input: z.strictObject(pageParameters),
    output: pageOf(Trust),
  },
  createTrust: {
    summary:
      'Lets workflows of one repository exchange a token that GitHub signs for a key that is valid for one hour. The token must match issuer, repositoryId, refs and events. Its audience names this server and this organization, as the response shows.',
    method: 'POST',
    path: '/api/oidc-trusts',
    ...administers,
    input: z.strictObject({
      issuer: z
        .string()
        .min(1)
        .max(500)
        .optional()
        .describe(
          'Issuer that signs the tokens, from the list SVC_OIDC_ISSUERS of the server. Absent: the first of the list, by default https://token.actions.githubusercontent.com.',
        ),
      repositoryId: z
        .string()
        .regex(
          /^\d{1,20}$/,
          'must be digits: the `id` that GET https://api.github.com/repos/<owner>/<name> returns',
        )
        .describe('The numeric id of the repository. Unlike a name, it cannot be taken over.'),
      repository: z.string().min(1).max(300).optional().describe('Display name, as owner/name.'),
      refs: z.array(RefPattern).min(1).max(20).default(['*']),
      events: z
        .array(EventName)
        .min(1)
        .max(20)
        .default(['push', 'pull_request', 'merge_group', 'schedule', 'workflow_dispatch', 'workflow_run'])
        .describe(
          'Events of workflows. The default excludes pull_request_target, because it can run untrusted code.',
        ),
      project: ProjectSlug.optional().describe(
        'Slug of the only project that its keys can access, created if it does not exist. Absent: all of the organization.',
      ),
    }),
    output: Trust,
  },
  updateTrust: {
    summary:
      'Changes which workflows of a trusted repository get keys. Absent fields stay unchanged. If a reference, an event or a project is no longer allowed, every key that the trust issued is revoked.',
    method: 'POST',
    path: '/api/oidc-trusts/:id',
    ...administers,
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      repository: z.string().min(1).max(300).optional().describe('Display name, as owner/name.'),
      refs: z.array(RefPattern).min(1).max(20).optional(),
      events: z.array(EventName).min(1).max(20).optional(),
      project: ProjectSlug.nullable()
        .optional()
        .describe(
          'Slug of the only project that its keys can access, created if it does not exist. null: all of the organization.',
        ),
    }),
    output: Trust.extend({ keysRevoked: z.number() }),
  },
  deleteTrust: {
    summary: 'Deletes a trust and immediately revokes every key that it issued.',
    method: 'DELETE',
    path: '/api/oidc-trusts/:id',
    ...administers,
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: z.object({ id: z.uuid(), keysRevoked: z.number() }),
  },
})

export const exchangeOperations = publicOperations({
  exchangeToken: {
    summary:
      'Exchanges the signed token of a trusted workflow for a key that is valid for one hour, with the role editor and the scopes ingest and read. An admin of the organization decides which workflows to trust. Each token is accepted once. GitHub signs no tokens for pull requests from forks.',
    method: 'POST',
    path: '/auth/oidc',
    input: z.strictObject({
      token: z
        .string()
        .min(1)
        .max(16_384)
        .describe(
          'The JSON Web Token. Request it with the audience <address of this server>/organizations/<organization>.',
        ),
      organization: z
        .string('must be the slug of the organization that the workflow reports to')
        .trim()
        .toLowerCase()
        .min(1)
        .max(100)
        .describe('Slug of the organization. A former slug also works.'),
      project: ProjectSlug.optional().describe(
        'Required if the organization trusts the repository for several projects.',
      ),
    }),
    output: z.object({
      key: z.string(),
      expiresAt: Time,
      organization: z.string().describe('Its current slug.'),
      project: z.string().nullable(),
    }),
  },
})
