import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { textAt } from './fields.ts'
import { findAbove } from './root.ts'

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'bun'

const LOCKFILES: [file: string, manager: Manager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/** Returns the package manager of a folder: from `packageManager` in package.json, else from the nearest lock file. */
export const managerOf = (folder: string): Manager => {
  const declared = declaredManager(folder)
  if (declared) return declared
  // The nearest lock file counts, because a folder above may hold another project.
  const found = LOCKFILES.flatMap(([file, manager]) => {
    const place = findAbove(folder, file)
    return place === undefined ? [] : [{ place, manager }]
  }).sort((a, b) => b.place.length - a.place.length)[0]
  if (found?.manager === 'yarn') return isBerry(found.place) ? 'yarn-berry' : 'yarn'
  return found?.manager ?? (findAbove(folder, 'pnpm-workspace.yaml') === undefined ? 'npm' : 'pnpm')
}

/** The folders in which a shell with these variables looks for commands. */
export const commandFolders = (env: NodeJS.ProcessEnv): string[] => {
  // A copy of the variables of Windows has `Path`.
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? []
  return path.split(delimiter)
}

/** True if one of the folders of commands has the program. */
const hasProgram = (program: string, folders: string[]): boolean =>
  folders.some((place) => ['', '.cmd', '.exe'].some((end) => existsSync(join(place, program + end))))

/** True if a person's shell finds the package manager; it lacks the folders that npx and scripts add. */
export const isInShell = (manager: Manager, folders: string[]): boolean =>
  hasProgram(
    manager.replace('-berry', ''),
    folders.filter((place) => !place.endsWith(join('node_modules', '.bin'))),
  )

/** The words that start a package manager: its name, or npx if no folder of commands has it. npx has no Yarn after 1. */
export const startOf = (manager: Manager, folder: string, env: NodeJS.ProcessEnv): string[] => {
  const program = manager.replace('-berry', '')
  const isPlain = manager === 'npm' || manager === 'yarn-berry' || hasProgram(program, commandFolders(env))
  return isPlain ? [program] : withNpx(program, folder)
}

/** The words that start a package manager through npx, as in a project that is used with `npx pnpm`. */
export const withNpx = (program: string, folder: string): string[] => [
  'npx',
  '-y',
  [program, declaredVersion(folder)].filter(Boolean).join('@'),
]

/** Returns the version of the package manager that package.json declares: `9.1.0` of `pnpm@9.1.0+sha512…`. */
export const declaredVersion = (folder: string): string | undefined => findDeclared(folder)?.version

const declaredManager = (folder: string): Manager | undefined => {
  const { manager, version = '' } = findDeclared(folder) ?? {}
  if (manager === 'yarn') return /^1\b/.test(version) ? 'yarn' : 'yarn-berry'
  return manager
}

const findDeclared = (folder: string): { manager: Manager; version: string } | undefined => {
  for (let place = findAbove(folder, 'package.json'); place !== undefined; ) {
    const [, manager, version = ''] =
      /^(npm|pnpm|yarn|bun)@(\d[\w.-]*)/.exec(declaredIn(join(place, 'package.json')) ?? '') ?? []
    if (manager) return { manager: manager as Manager, version }
    const above = findAbove(dirname(place), 'package.json')
    if (above === place || above === undefined) return undefined
    place = above
  }
  return undefined
}

const declaredIn = (path: string): string | undefined => {
  try {
    return textAt(JSON.parse(readText(path).replace(/^\uFEFF/, '')), 'packageManager')
  } catch {
    return undefined
  }
}

const isBerry = (folder: string): boolean =>
  existsSync(join(folder, '.yarnrc.yml')) || /^__metadata:/m.test(readText(join(folder, 'yarn.lock')))

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
