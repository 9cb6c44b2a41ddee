import { freeProjectSlug } from '@svc/protocol'

/**
 * The project that a name refers to: the one with this slug, else the one that received uploads of
 * this name because the name is reserved for a page.
 */
export async function projectOfName<P>(
  name: string,
  withSlug: (slug: string) => Promise<P | undefined>,
): Promise<P | undefined> {
  const exact = await withSlug(name)
  const free = freeProjectSlug(name)
  return exact ?? (free === name ? undefined : withSlug(free))
}

/** True if a name may refer to the project with this slug. */
export const isNameOf = (name: string, slug: string): boolean =>
  name === slug || freeProjectSlug(name) === slug
