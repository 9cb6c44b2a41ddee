import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const NAMES = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts', 'json'].map((extension) => `jest.config.${extension}`)

/**
 * The config file of this run, absolute; undefined without one. Jest does not pass it to reporters,
 * so it is found as Jest finds it: by the arguments, else by its usual names from `cwd` upwards.
 */
export const findConfigFile = (args: readonly string[], cwd: string): string | undefined => {
  const named = argument(args, ['--config', '-c'])
  if (named?.trimStart().startsWith('{')) return undefined
  const start = resolve(cwd, named ?? argument(args, ['--projects']) ?? argument(args, ['--rootDir']) ?? '.')
  return NAMES.some((name) => start.endsWith(name)) || named ? start : search(start)
}

const search = (folder: string): string | undefined => {
  const name = NAMES.find((each) => existsSync(join(folder, each)))
  if (name) return join(folder, name)
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest)) {
    const entry = readJestEntry(manifest)
    if (typeof entry === 'string') return resolve(folder, entry)
    return entry === undefined ? undefined : manifest
  }
  const parent = dirname(folder)
  return parent === folder ? undefined : search(parent)
}

const readJestEntry = (manifest: string): unknown => {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).jest
  } catch {
    return undefined
  }
}

const argument = (args: readonly string[], names: string[]): string | undefined => {
  for (const [index, arg] of args.entries()) {
    const [name = '', ...value] = arg.split('=')
    if (names.includes(name)) return value.length > 0 ? value.join('=') : args[index + 1]
  }
  return undefined
}
