import { dirname, join, relative, sep } from 'node:path'
import { findAbove, type SentNote, sentNotes } from '@svc/client/cli'
import { globSync } from 'tinyglobby'
import { field, readJson, readText, textField } from './json.ts'

/** A folder with a package.json, or the folder itself without one. */
export interface Package {
  folder: string
  /** Path from the base package, with slashes; empty for that package. */
  label: string
  /** Undefined without a package.json; null if it is not valid JSON. */
  manifest: unknown
}

export interface Packages {
  /** The package that contains the examined folder, then the members of its workspace. */
  all: [Package, ...Package[]]
  /** The top of the workspace, if that lies above. */
  above?: Package
}

/** The package of a folder with the members of its workspace. */
export const findPackages = (folder: string): Packages => {
  // A package.json in the home folder does not belong to a repository below it.
  const repository = findAbove(folder, '.git')
  const isWithin = (place: string) =>
    repository === undefined || !relative(repository, place).startsWith('..')
  const holder = findAbove(folder, 'package.json')
  const base = holder !== undefined && isWithin(holder) ? holder : folder
  const globs = workspaceGlobs(base)
  const above =
    globs.length > 0
      ? undefined
      : foldersAbove(base).find((each) => isWithin(each) && workspaceGlobs(each).length > 0)
  return {
    all: [toPackage(base, base), ...membersOf(base, globs).map((each) => toPackage(each, base))],
    ...(above !== undefined && { above: toPackage(above, base) }),
  }
}

const foldersAbove = (folder: string): string[] => {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...foldersAbove(parent)]
}

const toPackage = (folder: string, base: string): Package => {
  const path = join(folder, 'package.json')
  const manifest = readText(path) === undefined ? undefined : (readJson(path) ?? null)
  return { folder, label: relative(base, folder).split(sep).join('/'), manifest }
}

/** Folders below the base, down to the depth to which `packages/**` is followed. */
const DEEPEST = 6

const membersOf = (base: string, globs: string[]): string[] =>
  globs.length === 0
    ? []
    : globSync(
        globs.map((glob) => `${glob.replace(/^(!?)\.\//, '$1').replace(/\/+$/, '')}/package.json`),
        {
          cwd: base,
          absolute: true,
          deep: DEEPEST,
          followSymbolicLinks: false,
          expandDirectories: false,
          ignore: ['**/node_modules/**', 'package.json'],
        },
      )
        .map((path) => dirname(path))
        .sort()

/** The patterns of a workspace's members, from pnpm-workspace.yaml or package.json; empty without a workspace. */
export const workspaceGlobs = (folder: string): string[] => {
  const yaml = readText(join(folder, 'pnpm-workspace.yaml'))
  if (yaml !== undefined) return readYamlList(yaml)
  const workspaces = field(readJson(join(folder, 'package.json')), 'workspaces')
  const list = Array.isArray(workspaces) ? workspaces : field(workspaces, 'packages')
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** The items of `packages:` in a YAML file, in either form of a list. */
const readYamlList = (yaml: string): string[] => {
  const block = /^packages:(.*(?:\n(?:[ \t\]-].*)?)*)/m.exec(yaml.replace(/(^|\s)#.*$/gm, ''))?.[1] ?? ''
  const items = block.matchAll(/(?:^\s*-\s+|[[,]\s*)(?:(['"])(.+?)\1|([^\s'"\],[][^\s,\]]*))/gm)
  return [...items].map(([, , quoted, plain]) => quoted ?? plain ?? '')
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** The range under which a package depends on another; undefined without such a dependency. */
export const declaredRange = ({ manifest }: Package, name: string): string | undefined =>
  KINDS.map((kind) => textField(manifest, kind, name)).find((range) => range !== undefined)

/** The scripts of a package, by name. */
export const scriptsOf = ({ manifest }: Package): [name: string, script: string][] =>
  Object.entries(field(manifest, 'scripts') ?? {}).filter((entry) => typeof entry[1] === 'string')

/** The notes of earlier runs of these packages that were sent. */
export const notesOf = ({ all }: Packages): SentNote[] => {
  const roots = all.map(({ folder }) => findAbove(folder, join('.svc', 'sent')) ?? '')
  return [...new Set(roots)].flatMap(sentNotes)
}
