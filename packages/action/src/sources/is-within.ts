import { isAbsolute, relative } from 'node:path'

/** Whether a path is a folder itself or lies in it; both absolute, with links followed. */
export const isWithin = (root: string, path: string): boolean => {
  const between = relative(root, path)
  return between === '' || (!between.startsWith('..') && !isAbsolute(between))
}
