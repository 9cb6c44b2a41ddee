import { percentDecoded } from '@svc/protocol'

/**
 * Names a repository by its remote: `owner/name` of an address, or the last folder of a local path.
 * Drops user names and passwords in the address.
 */
export const repositoryOf = (remote: string): string | undefined => {
  const path = pathOf(remote.trim())
  const name = path
    ?.replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/^[/~]+/, '')
  return name || undefined
}

/** The slug of a name: lower case letters, digits and single dashes. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)

const pathOf = (remote: string): string | undefined => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(remote)) {
    if (remote.toLowerCase().startsWith('file:')) return lastFolder(remote)
    return URL.canParse(remote) ? percentDecoded(new URL(remote).pathname) : undefined
  }
  // The short form of ssh, `user@host:path`; one letter before the colon is a Windows drive.
  const short = /^(?:[^@/\\]+@)?[^:/\\]{2,}:(?!\\)(.+)$/.exec(remote)
  return short ? short[1] : lastFolder(remote)
}

const lastFolder = (path: string) =>
  path
    .replace(/[\\/]+$/, '')
    .split(/[\\/]/)
    .at(-1)
