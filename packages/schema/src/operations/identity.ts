import { z } from 'zod'
import { anyCredential, operations } from '../operation.ts'
import { ExecutionState } from '../shapes.ts'
import { Role, Scope } from './keys.ts'
import { Membership, Person } from './people.ts'

export const identityOperations = operations({
  whoAmI: {
    summary: 'Returns the owner and the permissions of the credential. Any valid credential can call it.',
    method: 'GET',
    path: '/api/whoami',
    ...anyCredential,
    input: z.strictObject({}),
    output: z.object({
      organization: z
        .object({ slug: z.string(), name: z.string() })
        .nullable()
        .describe('Null if the person is in no organization, or in several and Svc-Organization names none.'),
      key: z
        .object({
          name: z.string(),
          role: Role,
          scopes: z.array(Scope),
          project: z
            .string()
            .nullable()
            .describe('Slug of the only project that the key can access; null: all.'),
          expiresAt: z.iso.datetime({ offset: true }).nullable(),
        })
        .nullable()
        .describe("Null for a person's session."),
      person: Person.nullable().describe('Null for an API key.'),
      organizations: z
        .array(Membership)
        .describe('Values that Svc-Organization accepts; for a key, its own organization.'),
      role: Role.nullable().describe('The role in the organization; null without one.'),
      projects: z
        .array(
          z.object({
            slug: z.string(),
            name: z.string(),
            repository: z.string().nullable(),
            defaultBranch: z.string().nullable(),
            lastExecution: z
              .object({
                id: z.uuid(),
                suite: z.string(),
                status: ExecutionState,
                branch: z.string().nullable(),
                startedAt: z.iso.datetime(),
              })
              .nullable(),
          }),
        )
        .describe(
          'Up to 100 projects of the organization, the most recently run first. Empty without the scope read.',
        ),
      hasMoreProjects: z.boolean().describe('True if `GET /api/projects` lists further projects.'),
      features: z
        .object({
          knowledge: z.boolean(),
          bus: z.boolean().describe('Messages between agents.'),
          embeddings: z.boolean().describe('True if a model finds documents by meaning.'),
          organizations: z
            .enum(['open', 'admins', 'closed'])
            .describe('Who may create organizations: any person, an admin of any organization, or nobody.'),
        })
        .describe('Optional features of this server.'),
      server: z.object({ version: z.string() }),
    }),
  },
})
