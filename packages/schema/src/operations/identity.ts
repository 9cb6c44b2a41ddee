import { z } from 'zod'
import { operations } from '../operation.ts'
import { Role, Scope } from './keys.ts'

export const identityOperations = operations({
  whoAmI: {
    summary: 'Whose credential this is and what it may do. Every valid one may ask.',
    method: 'GET',
    path: '/api/whoami',
    role: 'viewer',
    scope: 'any',
    input: z.strictObject({}),
    output: z.object({
      organization: z.object({ slug: z.string(), name: z.string() }),
      key: z.object({
        name: z.string(),
        role: Role,
        scopes: z.array(Scope),
        /** Slug of the one project it sees; null: all of the organization. */
        project: z.string().nullable(),
        expiresAt: z.iso.datetime({ offset: true }).nullable(),
      }),
      server: z.object({ version: z.string() }),
    }),
  },
})
