import { dirname } from 'node:path'

/**
 * The folder where the command was typed. A package manager that runs it as a script starts it beside
 * package.json instead, and says in INIT_CWD where the person was; a variable merely inherited does not count.
 */
export const startFolder = (env: Record<string, string | undefined>, cwd: string): string => {
  const isScript = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd
  return isScript && env.INIT_CWD ? env.INIT_CWD : cwd
}
