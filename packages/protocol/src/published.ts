/**
 * The npm scope of all published packages. Messages build names from it, so that none names a
 * stranger's package.
 */
export const PACKAGE_SCOPE = '@svc'

/**
 * The packages that a project installs, in the order of their use; all others in the workspace are
 * private.
 */
export const PUBLISHED = ['playwright', 'vitest', 'jest', 'cli', 'api'] as const

export type Published = (typeof PUBLISHED)[number]

/** Returns the name to install and to import: `@svc/vitest`. */
export const packageName = (published: Published): string => `${PACKAGE_SCOPE}/${published}`

/** Returns the name of its archive, the same for each version: `svc-vitest.tgz`. */
export const archiveName = (published: Published): string => `svc-${published}.tgz`

/** Returns the address at which a server offers its own version of a package, without an account. */
export const archiveAddress = (server: string, published: Published): string =>
  `${server}/packages/${archiveName(published)}`
