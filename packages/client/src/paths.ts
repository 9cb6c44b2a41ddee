import { realpathSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const DRIVE = /^[A-Za-z]:[\\/]/

/**
 * A function that makes a path posix and relative to `root`. A relative path already refers to the
 * root. A path outside it keeps its `../`, and one on another drive stays absolute.
 */
export const makeRelative = (root: string): ((path: string) => string) => {
  const roots = [...new Set([root, realPath(root)])].map(toPosix)
  const known = new Map<string, string>()
  const relative = (path: string): string => {
    const clean = toPosix(path)
    if (!isAbsolute(clean)) return posix.normalize(clean).replace(/^\.$/, '')
    for (const base of roots) {
      const inside = below(base, clean)
      if (inside !== undefined) return inside
    }
    return outside(roots[0] ?? '/', clean)
  }
  return (path) => {
    const cached = known.get(path)
    if (cached !== undefined) return cached
    const made = relative(path)
    if (known.size < 20_000) known.set(path, made)
    return made
  }
}

const realPath = (path: string) => {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** Backslashes count as separators only without a slash: on posix they may be part of a name. */
const toPosix = (path: string): string => {
  const plain = path.startsWith('file://') ? fromUrl(path) : path
  const isWindows = DRIVE.test(plain) || plain.startsWith('\\\\') || !plain.includes('/')
  const slashed = isWindows ? plain.replaceAll('\\', '/') : plain
  return DRIVE.test(slashed) ? (slashed[0] ?? '').toUpperCase() + slashed.slice(1) : slashed
}

const fromUrl = (url: string) => {
  try {
    return fileURLToPath(url)
  } catch {
    return url
  }
}

const isAbsolute = (path: string) => path.startsWith('/') || DRIVE.test(path)

const below = (base: string, path: string): string | undefined => {
  const prefix = base.endsWith('/') ? base : `${base}/`
  if (path === base) return ''
  return path.startsWith(prefix) ? posix.normalize(path.slice(prefix.length)).replace(/^\.$/, '') : undefined
}

const outside = (base: string, path: string): string => {
  const drives = [base, path].map((each) => (DRIVE.test(each) ? each.slice(0, 2) : ''))
  if (drives[0] !== drives[1]) return path
  return posix.relative(withoutDrive(base), withoutDrive(path))
}

const withoutDrive = (path: string) => (DRIVE.test(path) ? path.slice(2) : path)
