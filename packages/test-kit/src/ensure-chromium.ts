import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The browser that tests may start, or why there is none and what to do about it. */
export type Chromium = { executable: string } | { missing: string }

/** The machine as the search sees it. */
export interface Machine {
  /** Folders of commands, as in `PATH`. */
  path: string
  /** True if packages may be installed. */
  isRoot: boolean
  /** Tells a person in one line what takes so long. */
  say(line: string): void
}

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ADVICE = "install Debian's package chromium, or put Chromium or Chrome on the PATH"
const INSTALL_MS = 600_000
const VERSION_MS = 30_000

/** Finds a Chromium that starts, else installs Debian's if allowed. */
export const ensureChromium = async (machine: Machine): Promise<Chromium> => {
  const found = await findChromium(machine)
  if (found) return { executable: found }
  const aptGet = commandsNamed('apt-get', machine)[0]
  if (!aptGet) return { missing: `no Chromium found, and no apt-get to install it with; ${ADVICE}` }
  if (!machine.isRoot) return { missing: `no Chromium found, and only root can install it; ${ADVICE}` }
  const trouble = await install(aptGet, machine)
  const installed = await findChromium(machine)
  if (installed) return { executable: installed }
  return {
    missing: `no Chromium found, and apt-get did not bring one (${trouble ?? 'without an error'}); ${ADVICE}`,
  }
}

/** Asks for its version, since Ubuntu's command of this name does nothing without its snap. */
export const findChromium = async (machine: Machine): Promise<string | undefined> => {
  for (const command of COMMANDS.flatMap((name) => commandsNamed(name, machine)))
    if (!(await run(machine, VERSION_MS, command, '--version')).error) return command
  return undefined
}

const commandsNamed = (name: string, { path }: Machine): string[] =>
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

/** The error in one line. Old package lists may suffice without new ones, so this alone is not a failure. */
const install = async (aptGet: string, machine: Machine): Promise<string | undefined> => {
  machine.say('Tests need a browser: installing Chromium with apt-get, once for this machine …')
  await run(machine, INSTALL_MS, aptGet, 'update')
  const patience = ['-o', 'DPkg::Lock::Timeout=300']
  const done = await run(
    machine,
    INSTALL_MS,
    aptGet,
    ...patience,
    'install',
    '--yes',
    '--no-install-recommends',
    'chromium',
  )
  return done.error
}

const run = async (
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
