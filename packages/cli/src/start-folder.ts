import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Call } from './run.ts'

/**
 * The folder where the command was typed. A package manager that runs it as a script starts it beside
 * package.json instead, and says in INIT_CWD where the person was; a variable merely inherited does not count.
 */
export const startFolder = (env: Record<string, string | undefined>, cwd: string): string => {
  const isScript = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd
  return isScript && env.INIT_CWD ? env.INIT_CWD : cwd
}

/** The folder an argument names; wrong use where there is none. */
export const namedFolder = (name: string, call: Call, command: Command): string => {
  const folder = resolve(call.folder, name)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    command.error(`error: there is no folder ${folder}`, { exitCode: 2 })
  return folder
}
