import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSetup } from './set-up.ts'
import { main, runNode } from './shop.ts'

/** Runs `svc init` in a folder; no registry answers it. */
export const init = (cwd: string, args: string[] = ['--yes'], env: Record<string, string> = {}) =>
  runNode(cwd, [main, 'init', ...args], {
    XDG_CONFIG_HOME: cwd,
    npm_config_registry: 'http://127.0.0.1:1/',
    ...env,
  })

export const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

/** The command as a dependency that `init` has no need to add. */
export const DECLARED = { '@svc/cli': '*' }

/** A project whose packages are installed, so that only its configs are missing. */
export const projectOf = (
  runner: 'vitest' | 'jest' | 'playwright',
  files: Record<string, string | object>,
  manifest: object = {},
) => {
  const name = runner === 'playwright' ? '@playwright/test' : runner
  const devDependencies = { [name]: '*', [`@svc/${runner}`]: '*', ...DECLARED }
  const folder = makeSetup({ 'package.json': { name: 'shop', devDependencies, ...manifest }, ...files }, [
    name,
    `@svc/${runner}`,
  ])
  link(folder, '@svc/cli', 'packages/cli')
  return folder
}

/** Links a package of the workspace into a project, as an installation does. */
export const link = (folder: string, name: string, place: string) => {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(fileURLToPath(new URL(`../../../${place}`, import.meta.url)), path, 'dir')
}
