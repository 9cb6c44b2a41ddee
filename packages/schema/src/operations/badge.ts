import { z } from 'zod'
import { operations } from '../operation.ts'
import { ProjectSlug } from '../shapes.ts'

const Badge = z.object({
  url: z
    .string()
    .nullable()
    .describe(
      'An SVG that anyone who has the address may look at; `?branch` (else the default one) and `?suite` (else all) say of what. Null where there is none.',
    ),
  markdown: z.string().nullable().describe('What to put into a README; it leads to this server.'),
  createdAt: z.iso.datetime().nullable(),
})

const input = z.strictObject({ slug: ProjectSlug })

export const badgeOperations = operations({
  getBadge: {
    summary: 'The address of the badge that says whether a project passes.',
    method: 'GET',
    path: '/api/projects/:slug/badge',
    role: 'viewer',
    scope: 'read',
    input,
    output: Badge,
  },
  makeBadge: {
    summary: 'Makes an address for the badge that nobody can guess; the one before stops working.',
    method: 'POST',
    path: '/api/projects/:slug/badge',
    role: 'editor',
    scope: 'ingest',
    input,
    output: Badge,
  },
  deleteBadge: {
    summary: 'Ends the address of the badge.',
    method: 'DELETE',
    path: '/api/projects/:slug/badge',
    role: 'editor',
    scope: 'ingest',
    input,
    output: Badge,
  },
})
