import { z } from 'zod'
import { operations, readsResults, uploads } from '../operation.ts'
import { ProjectSlug } from '../shapes.ts'

const Badge = z.object({
  url: z
    .string()
    .nullable()
    .describe(
      'Address of an SVG, public to anyone who knows it. `?branch` selects a branch (default: the default branch), `?suite` a suite (default: all). Null if the project has no badge.',
    ),
  markdown: z.string().nullable().describe('Markdown for a README; it links to this server.'),
  createdAt: z.iso.datetime().nullable(),
})

const input = z.strictObject({ slug: ProjectSlug })

export const badgeOperations = operations({
  getBadge: {
    summary: 'Returns the address of the badge that shows whether a project passes.',
    method: 'GET',
    path: '/api/projects/:slug/badge',
    ...readsResults,
    hasSecret: true,
    input,
    output: Badge,
  },
  makeBadge: {
    summary: 'Creates an unguessable address for the badge. The previous address stops working.',
    method: 'POST',
    path: '/api/projects/:slug/badge',
    ...uploads,
    input,
    output: Badge,
  },
  deleteBadge: {
    summary: 'Deletes the badge; its address stops working.',
    method: 'DELETE',
    path: '/api/projects/:slug/badge',
    ...uploads,
    input,
    output: Badge,
  },
})
