/** Names below an organization that the dashboard uses itself, so that no project can have them. */
export const RESERVED_PROJECT_SLUGS: readonly string[] = [
  'agents',
  'knowledge',
  'proposals',
  'pulls',
  'settings',
  'tasks',
  'templates',
  'wall',
]

/** The slug that a new project of this name gets: a reserved one ends with `-project`. */
export const freeProjectSlug = (slug: string): string =>
  RESERVED_PROJECT_SLUGS.includes(slug) ? `${slug}-project` : slug
