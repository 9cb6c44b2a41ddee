import { freeProjectSlug } from '@svc/protocol'

/**
 * The project that a name means: the one with this slug, else the one that got uploads of this name because it is
 * reserved for a page.
 */
export async function projectOfName<P>(
  name: string,
  withSlug: (slug: string) => Promise<P | undefined>,
): Promise<P | undefined> {
  const exact = await withSlug(name)
  const free = freeProjectSlug(name)
  return exact ?? (free === name ? undefined : withSlug(free))
}

/** True if a name can mean the project with this slug. */
export const isNameOf = (name: string, slug: string): boolean =>
  name === slug || freeProjectSlug(name) === slug
