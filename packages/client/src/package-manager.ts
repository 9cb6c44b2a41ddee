import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const declaredManager = (folder: string): Manager | undefined => {
  for (let place = findAbove(folder, 'package.json'); place !== undefined; ) {
    const [, manager, version] =
      /^(npm|pnpm|yarn|bun)@(\d+)/.exec(declaredIn(join(place, 'package.json')) ?? '') ?? []
    if (manager === 'yarn') return version === '1' ? 'yarn' : 'yarn-berry'
    if (manager) return manager as Manager
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

/** Each starts only a command that is installed; `bunx` would install an unknown one. */
const SVC: Record<Manager, string> = {
  npm: 'npx --no svc',
  pnpm: 'pnpm exec svc',
  yarn: 'yarn svc',
  'yarn-berry': 'yarn svc',
  bun: 'bun run svc',
}

/** Returns how a project calls the command. Plug'n'Play has no node_modules, where any manager but Yarn looks. */
export const svcCommand = (folder: string): string =>
  findAbove(folder, '.pnp.cjs') === undefined ? SVC[managerOf(folder)] : SVC.yarn

/** Returns a text with the commands in it as the project of a folder calls them. */
export const inOwnCommands = (text: string, folder: string): string =>
  text.includes(SVC.npm) ? text.replaceAll(SVC.npm, svcCommand(folder)) : text
