import { z } from 'zod'
import { operations } from '../operation.ts'
import { Role, Scope } from './keys.ts'
import { Membership, Person } from './people.ts'

export const identityOperations = operations({
  whoAmI: {
    summary: 'Returns the owner and the permissions of the credential. Any valid credential can call it.',
    method: 'GET',
    path: '/api/whoami',
    role: 'viewer',
    scope: 'any',
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
      server: z.object({ version: z.string() }),
    }),
  },
})
