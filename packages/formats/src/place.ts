import { statSync } from 'node:fs'
import { posix } from 'node:path'
import { isAbsolutePath as isAbsolute, withoutRoot } from '@svc/protocol'
import { own } from './common/own.ts'
import type { Target } from './target.ts'

/** The number of paths that are remembered per report. */
const KNOWN = 20_000

/** The location of a file that a report names. */
export interface Place {
  /** In the form that results contain. */
  file: string
  /** The correction of the path, if it differs from the report's. */
  repair?: { kind: string; detail: string }
  /** True if no folder that relative paths may belong to has the file. */
  isMissing?: boolean
}

/**
 * A function that resolves the files of one report to paths below the root; `isMapped` if the user mapped the file's
 * name. `base` is the folder that the user gave for relative paths.
 */
export const makePlaces = (target: Target, base: string | undefined, report: string) => {
  const folders = base === undefined ? foldersOf(target, report) : []
  const known = new Map<string, Place>()
  return (named: string, isMapped: boolean): Place => {
    if (named === '') return { file: '' }
    const key = `${isMapped}${named}`
    const cached = known.get(key)
    if (cached) return cached
    // A copy, because targets remember the paths that they were asked for.
    const slashed = own(named.includes('/') ? named : toPosix(named))
    const place = isAbsolute(named)
      ? placeAbsolute(target, slashed)
      : placeRelative(target, slashed, { base, folders, isMapped })
    if (known.size < KNOWN) known.set(own(key), place)
    return place
  }
}

const placeRelative = (
  target: Target,
  path: string,
  { base, folders, isMapped }: { base: string | undefined; folders: string[]; isMapped: boolean },
): Place => {
  const file = target.file(base === undefined ? path : posix.join(toPosix(base), path))
  const isLookedFor = !isMapped && base === undefined && target.folder !== undefined
  const isMissing = isLookedFor && (isOutside(file) || !isFile(target.root, file))
  if (isMissing)
    for (const folder of folders) {
      const other = posix.join(folder, path)
      if (!isOutside(other) && isFile(target.root, other))
        return {
          file: other,
          repair: { kind: 'file relative to another folder than the root', detail: `${path} is ${other}` },
        }
    }
  if (isOutside(file)) return { file, repair: { kind: OUTSIDE, detail: `${file}; ${MAP}` } }
  return { file, ...(isMissing && { isMissing }) }
}

/**
 * A path outside the root depends on the location of the checkout, so each machine would name the
 * test differently.
 */
const placeAbsolute = (target: Target, path: string): Place => {
  const inside = target.file(path)
  if (!isOutside(inside)) return { file: inside }
  const parts = withoutRoot(path).split('/')
  // A name without a folder matches by chance, unless there was only one folder.
  const least = parts.length > 2 ? 2 : 1
  for (let index = 0; index <= parts.length - least; index += 1) {
    const file = parts.slice(index).join('/')
    if (isFile(target.root, file))
      return { file, repair: { kind: `${OUTSIDE}, found in it`, detail: `${path} is ${file}; ${MAP}` } }
  }
  return { file: parts.join('/'), repair: { kind: OUTSIDE, detail: `${path}; ${MAP}` } }
}

const OUTSIDE = 'file outside the root'
const MAP = 'use --map to rename it'

/** Relative to the root: the command's folder, then the report's folder and its parents. */
const foldersOf = (target: Target, report: string): string[] => {
  const folders = new Set<string>()
  const add = (folder: string | undefined, isWithAbove: boolean) => {
    if (!folder || !isAbsolute(folder)) return
    const below = target.file(toPosix(folder))
    if (isOutside(below)) return
    for (let each = below; each !== '' && each !== '.'; each = isWithAbove ? posix.dirname(each) : '')
      folders.add(each)
  }
  add(target.folder, false)
  add(report && posix.dirname(toPosix(report)), true)
  return [...folders]
}

const isFile = (root: string, path: string): boolean => {
  try {
    return statSync(posix.join(toPosix(root), path), { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

const isOutside = (path: string) => path === '..' || path.startsWith('../') || isAbsolute(path)

const toPosix = (path: string) => path.replaceAll('\\', '/')
