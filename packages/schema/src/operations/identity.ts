import { z } from 'zod'
import { operations } from '../operation.ts'
import { Role, Scope } from './keys.ts'
import { Membership, Person } from './people.ts'

export const identityOperations = operations({
  whoAmI: {
    summary: 'Whose credential this is and what it may do. Every valid one may ask.',
    method: 'GET',
    path: '/api/whoami',
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({}),
    output: z.object({
      organization: z
        .object({ slug: z.string(), name: z.string() })
        .nullable()
        .describe('Null for a person in none, or in several of which Svc-Organization names none.'),
      key: z
        .object({
          name: z.string(),
          role: Role,
          scopes: z.array(Scope),
          project: z.string().nullable().describe('Slug of the one project it sees; null: all.'),
          expiresAt: z.iso.datetime({ offset: true }).nullable(),
        })
        .nullable()
        .describe("Null for a person's session."),
      person: Person.nullable().describe('Null for an API key.'),
      organizations: z.array(Membership).describe('What Svc-Organization takes; of a key its own one.'),
      server: z.object({ version: z.string() }),
    }),
  },
})
