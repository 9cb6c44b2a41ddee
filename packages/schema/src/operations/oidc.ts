import { z } from 'zod'
import { operations, publicOperations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime({ offset: true })

/** Of a reference, where `*` stands for any characters. */
const RefPattern = z
  .string()
  .min(1)
  .max(300)
  .describe('A full reference, such as refs/heads/main; `*` stands for any characters.')
const EventName = z.string().regex(/^[a-z_]{1,100}$/, 'takes names of events, such as push')
const Trust = z.object({
  id: z.uuid(),
  issuer: z.string(),
  accepted: z
    .boolean()
    .describe(
      'False if the operator no longer lists the issuer in SVC_OIDC_ISSUERS: the trust then gives no keys.',
    ),
  audience: z.string().describe('What workflows ask their tokens for: this server and this organization.'),
  repositoryId: z.string(),
  repository: z.string().nullable().describe('Its name when the trust was made, for people to read.'),
  refs: z.array(z.string()),
  events: z.array(z.string()),
  project: z
    .string()
    .nullable()
    .describe('The one project that its keys see; null: all of the organization.'),
  createdBy: z.object({ id: z.uuid(), email: z.string(), name: z.string() }).nullable(),
  createdAt: Time,
})

/** Which workflows may upload without a stored key. */
export const oidcOperations = operations({
  listTrusts: {
    summary: 'The workflows that may come without a stored key, newest first.',
    method: 'GET',
    path: '/api/oidc-trusts',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject(pageParameters),
    output: pageOf(Trust),
  },
  createTrust: {
    summary:
      'Lets workflows of one repository get a key for an hour by the token that GitHub signs for them. The token has to match all of issuer, repositoryId, refs and events. Its audience names this server and this organization, as the answer shows.',
    method: 'POST',
    path: '/api/oidc-trusts',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({
      issuer: z
        .string()
        .min(1)
        .max(500)
        .optional()
        .describe(
          'Who signs the tokens, one of the list SVC_OIDC_ISSUERS of the server; absent: the first of them, by default https://token.actions.githubusercontent.com.',
        ),
      repositoryId: z
        .string()
        .regex(
          /^\d{1,20}$/,
          'takes digits: the `id` that GET https://api.github.com/repos/<owner>/<name> tells',
        )
        .describe('The number of the repository, which nobody else can take over as a name could be.'),
      repository: z.string().min(1).max(300).optional().describe('owner/name, for people to read.'),
      refs: z.array(RefPattern).min(1).max(20).default(['*']),
      events: z
        .array(EventName)
        .min(1)
        .max(20)
        .default(['push', 'pull_request', 'merge_group', 'schedule', 'workflow_dispatch', 'workflow_run'])
        .describe(
          'Events of workflows. pull_request_target is not among the default, as it may run code of anybody.',
        ),
      project: ProjectSlug.optional().describe(
        'Slug of the one project its keys see, made where it is not there; absent: all of the organization.',
      ),
    }),
    output: Trust,
  },
  deleteTrust: {
    summary: 'Ends a trust, and with it at once every key it gave.',
    method: 'DELETE',
    path: '/api/oidc-trusts/:id',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ id: z.uuid(), keysRevoked: z.number() }),
  },
})

export const exchangeOperations = publicOperations({
  exchangeToken: {
    summary:
      'Gives a key for an hour, with the role editor and the scopes ingest and read, for the signed token of a workflow that an admin of the organization trusts. Each token is taken once. GitHub signs none for pull requests from forks.',
    method: 'POST',
    path: '/auth/oidc',
    input: z.strictObject({
      token: z
        .string()
        .min(1)
        .max(16_384)
        .describe(
          'The JSON Web Token. Ask for it with the audience <address of this server>/organizations/<organization>.',
        ),
      organization: z
        .string('takes the slug of the organization that the workflow reports to')
        .trim()
        .toLowerCase()
        .min(1)
        .max(100)
        .describe('Slug of the organization. A former slug of it works, too.'),
      project: ProjectSlug.optional().describe(
        'Needed if the organization trusts the repository for several projects.',
      ),
    }),
    output: z.object({
      key: z.string(),
      expiresAt: Time,
      organization: z.string().describe('Its slug now.'),
      project: z.string().nullable(),
    }),
  },
})
