import { percentDecoded } from './percent-decoded.ts'

/** True for a path that begins at the root of a file system: posix, a drive or a share of Windows, a `file:` address. */
export const isAbsolutePath = (path: string): boolean => /^(?:file:|[\\/]|[A-Za-z]:[\\/])/.test(path)

/** Without drive, host, first slash and `..`, so that it is the same on each machine. */
export const withoutRoot = (path: string): string => {
  const plain = path.startsWith('file:') ? percentDecoded(path.replace(/^file:(?:\/\/[^/]*)?/, '')) : path
  const kept: string[] = []
  for (const part of partsOf(plain.replace(/^[\\/]?[A-Za-z]:/, '').replaceAll('\\', '/')))
    if (part === '..') kept.pop()
    else kept.push(part)
  return kept.join('/')
}

/** A report's path as results contain it if no disk helps: posix, and relative. */
export const reportedPath = (path: string): string => {
  if (isAbsolutePath(path)) return withoutRoot(path)
  const kept: string[] = []
  // On posix a backslash may be part of a name that has slashes too.
  for (const part of partsOf(path.includes('/') ? path : path.replaceAll('\\', '/')))
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else kept.push(part)
  return kept.join('/')
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')
