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

/** What a release publishes: the packages of a project, and the server, which no project installs. */
export type Released = Published | 'server'

/** Returns the name to install and to import: `@svc/vitest`. */
export const packageName = (released: Released): string => `${PACKAGE_SCOPE}/${released}`

/** Returns the name of its archive, the same for each version: `svc-vitest.tgz`. */
export const archiveName = (released: Released): string => `svc-${released}.tgz`

/** Returns the address at which a server offers its own version of a package, without an account. */
export const archiveAddress = (server: string, published: Published): string =>
  `${server}/packages/${archiveName(published)}`
