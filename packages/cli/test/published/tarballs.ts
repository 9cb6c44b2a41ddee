import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from '@babel/parser'

export const workspace = fileURLToPath(new URL('../../../..', import.meta.url))

/** The fields of a packed manifest that matter to who installs it. */
interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** A packed package: the archive and what is in it. */
export interface Tarball {
  path: string
  manifest: Manifest
  /** Paths inside the package, sorted. */
  files: string[]
  /** The text of a file inside the package. */
  read(file: string): string
}

/** Packs every published package of the workspace as a release would, by name. */
export const packAll = (folder: string): Map<string, Tarball> => {
  execFileSync(process.execPath, [join(workspace, 'tools/pack/main.ts'), folder], { stdio: 'pipe' })
  for (const name of archivesIn(folder)) {
    const opened = openedAt(folder, name)
    mkdirSync(opened)
    execFileSync('tar', ['-xzf', join(folder, name), '-C', opened])
  }
  return readAll(folder)
}

/** What `packAll` left in the folder. */
export const readAll = (folder: string): Map<string, Tarball> => {
  const tarballs = archivesIn(folder).map((name) => readTarball(folder, name))
  return new Map(tarballs.map((tarball) => [tarball.manifest.name, tarball]))
}

const archivesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.tgz'))

const openedAt = (folder: string, name: string): string => join(folder, name.slice(0, -'.tgz'.length))

const readTarball = (folder: string, name: string): Tarball => {
  const root = join(openedAt(folder, name), 'package')
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
  return { path: join(folder, name), manifest: JSON.parse(read('package.json')), files, read }
}

/** The packages a module's text imports, Node's own left out. Text in templates and comments, such as a config, imports nothing. */
export const importedPackages = (text: string): string[] => {
  const { tokens } = parse(text, { sourceType: 'module', plugins: ['typescript'], tokens: true })
  if (!tokens) throw new Error('the parser gave no tokens')
  const words: string[] = tokens.map(({ type, value }) => value ?? type.label)
  const specifiers = words.filter((_, i) => {
    const [opener, before] = [words[i - 1], words[i - 2]]
    if (tokens[i].type.label !== 'string') return false
    return (
      opener === 'from' ||
      opener === 'import' ||
      (opener === '(' && /^(?:import|require)$/.test(before ?? ''))
    )
  })
  const names = specifiers.filter((specifier) => !/^(?:\.|node:)/.test(specifier)).map(packageOf)
  return [...new Set(names)].sort()
}

/** What a module's text imports as soon as it is loaded. */
export const staticImports = (text: string): string[] => {
  const statements = text.matchAll(/^(?:import|export)\b(?:[^;'"]*?\bfrom)?\s*['"]([^'"]+)['"]/gm)
  return [...statements].map(([, specifier = '']) => specifier)
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
