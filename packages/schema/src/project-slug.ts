import { z } from 'zod'

/** Slug of a project. Beside no other shape, because a start of the server needs only this one. */
export const ProjectSlug = z
  .string()
  .min(1)
  .max(100)
  .transform((slug) => slug.toLowerCase())
