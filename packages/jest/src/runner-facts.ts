import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Version of the Jest that runs us: seen from the project, else from the script that was started. */
export const jestVersion = (rootDir: string, script: string | undefined): string | undefined =>
  readVersion(join(rootDir, 'package.json')) ?? (script ? readVersion(script) : undefined)

/** The config file named on the command line; Jest itself does not tell its reporters. */
export const configArgument = (args: readonly string[]): string | undefined => {
  for (const [index, arg] of args.entries()) {
    const [, inline] = /^(?:--config|-c)=(.+)$/.exec(arg) ?? []
    const value = inline ?? (arg === '--config' || arg === '-c' ? args[index + 1] : undefined)
    if (value && !value.startsWith('{')) return value
  }
  return undefined
}

const readVersion = (from: string): string | undefined => {
  try {
    return createRequire(realpathSync(from))('jest/package.json').version
  } catch {
    return undefined
  }
}
