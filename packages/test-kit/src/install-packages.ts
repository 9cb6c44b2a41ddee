import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The machine as set-ups of tests see it. */
export interface Machine {
  /** Folders of commands, as in `PATH`. */
  path: string
  /** True if packages may be installed. */
  isRoot: boolean
  /** Tells a person in one line what takes so long. */
  say(line: string): void
}

/** The machine that runs the tests. */
export const thisMachine = (): Machine => ({
  path: process.env.PATH ?? '',
  isRoot: process.getuid?.() === 0,
  say: (line) => void process.stderr.write(`${line}\n`),
})

const INSTALL_MS = 600_000

/** Installs a package of Debian. Returns why the machine would still lack it. */
export const installPackage = async (machine: Machine, name: string, saying: string): Promise<string> => {
  const aptGet = commandsNamed('apt-get', machine)[0]
  if (!aptGet) return 'and no apt-get to install it with'
  if (!machine.isRoot) return 'and only root can install it'
  machine.say(saying)
  // Old package lists may suffice without new ones, so this alone is not a failure.
  await run(machine, INSTALL_MS, aptGet, 'update')
  const patience = ['-o', 'DPkg::Lock::Timeout=300']
  const options = ['--yes', '--no-install-recommends']
  const done = await run(machine, INSTALL_MS, aptGet, ...patience, 'install', ...options, name)
  return `and apt-get did not bring one (${done.error ?? 'without an error'})`
}

export const commandsNamed = (name: string, { path }: Machine): string[] =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .filter(isExecutable)

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Runs a command; the error in one line, if there is one. */
export const run = async (
  { path }: Machine,
  timeout: number,
  file: string,
  ...args: string[]
): Promise<{ error?: string }> => {
  const env = { ...process.env, PATH: path, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await promisify(execFile)(file, args, { env, timeout })
    return {}
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    return { error: said.trim().split('\n').at(-1) || String(error) }
  }
}
