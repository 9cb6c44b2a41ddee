import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Call } from './call.ts'

/**
 * Returns the folder in which the command was typed. Package managers run scripts beside package.json and pass the
 * original folder in INIT_CWD; an inherited INIT_CWD is ignored.
 */
export const startFolder = (env: Record<string, string | undefined>, cwd: string): string => {
  const isScript = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd
  return isScript && env.INIT_CWD ? env.INIT_CWD : cwd
}

/** Returns the folder that an argument names; exits with 2 if it does not exist. */
export const namedFolder = (name: string, call: Call, command: Command): string => {
  const folder = resolve(call.folder, name)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    command.error(`error: folder not found: ${folder}`, { exitCode: 2 })
  return folder
}
