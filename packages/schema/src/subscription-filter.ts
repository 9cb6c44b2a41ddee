import { z } from 'zod'
import { BUS_EVENTS } from './constants.ts'
import { ProjectSlug } from './project-slug.ts'

/** What an agent subscribes to; also the form of each item of `capabilities.subscribe`. */
export const SubscriptionFilter = z.strictObject({
  event: z.enum(BUS_EVENTS),
  project: ProjectSlug.optional().describe('Slug; absent: every project that the credential sees.'),
  branch: z.string().min(1).max(1_000).optional().describe('Absent: every branch.'),
  suite: z.string().min(1).max(1_000).optional().describe('Absent: every suite.'),
})
