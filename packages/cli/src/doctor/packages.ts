import { dirname, join, relative, sep } from 'node:path'
import { findAbove } from '@svc/client/doctor'
import { field, parseJson, readText, textField } from './json.ts'
import { workspaceFolders, workspaceGlobs } from './workspaces.ts'

/** A folder with a package.json, or the folder itself where there is none. */
export interface Package {
  folder: string
  /** Its folder as a person in the looked-at folder would write it; empty for that folder. */
  label: string
  /** Undefined where there is no package.json; null where it cannot be read as JSON. */
  manifest: unknown
}

export interface Packages {
  /** The package the looked-at folder belongs to, first, and the members of its workspace. */
  all: Package[]
  /** The top of the workspace that the folder is a part of, where that lies above it. */
  above?: Package
  /** True where a workspace was too large to be walked whole. */
  isBounded: boolean
}

/** The package of a folder with the members of its workspace. */
export const findPackages = (folder: string): Packages => {
  const holder = findAbove(folder, 'package.json')
  const base = holder && !isBeyondRepository(folder, holder) ? holder : folder
  const globs = workspaceGlobs(base)
  const { folders, isBounded } =
    globs.length > 0 ? workspaceFolders(base, globs) : { folders: [], isBounded: false }
  const above = globs.length > 0 ? undefined : workspaceAbove(base)
  return {
    all: [base, ...folders].map((each) => toPackage(each, base)),
    ...(above && { above: toPackage(above, base) }),
    isBounded,
  }
}

/** A package.json in the home folder is no part of a repository below it. */
const isBeyondRepository = (folder: string, holder: string): boolean => {
  const top = findAbove(folder, '.git')
  return top !== undefined && relative(top, holder).startsWith('..')
}

const workspaceAbove = (base: string): string | undefined => {
  const top = findAbove(base, '.git')
  for (let at = dirname(base); ; at = dirname(at)) {
    if (top !== undefined && relative(top, at).startsWith('..')) return undefined
    if (workspaceGlobs(at).length > 0) return at
    if (dirname(at) === at) return undefined
  }
}

const toPackage = (folder: string, base: string): Package => {
  const text = readText(join(folder, 'package.json'))
  const manifest = text === undefined ? undefined : (parseJson(text) ?? null)
  return { folder, label: relative(base, folder).split(sep).join('/'), manifest }
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** The range under which a package depends on another; undefined where it does not. */
export const declaredRange = ({ manifest }: Package, name: string): string | undefined =>
  KINDS.map((kind) => textField(manifest, kind, name)).find((range) => range !== undefined)

/** The scripts of a package, by name. */
export const scriptsOf = ({ manifest }: Package): [name: string, script: string][] => {
  const scripts = field(manifest, 'scripts')
  if (typeof scripts !== 'object' || scripts === null) return []
  return Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}
