import { commandsNamed, installPackage, type Machine, run } from './install-packages.ts'

/** The browser that tests may start, or why there is none and what to do about it. */
export type Chromium = { executable: string } | { missing: string }

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ADVICE = "install Debian's package chromium, or put Chromium or Chrome on the PATH"
const VERSION_MS = 30_000

/** Finds a Chromium that starts, else installs Debian's if allowed. */
export const ensureChromium = async (machine: Machine): Promise<Chromium> => {
  const found = await findChromium(machine)
  if (found) return { executable: found }
  const saying = 'Tests need a browser: installing Chromium with apt-get, once for this machine …'
  const trouble = await installPackage(machine, 'chromium', saying)
  const installed = await findChromium(machine)
  return installed ? { executable: installed } : { missing: `no Chromium found, ${trouble}; ${ADVICE}` }
}

/** Asks for its version, since Ubuntu's command of this name does nothing without its snap. */
export const findChromium = async (machine: Machine): Promise<string | undefined> => {
  for (const command of COMMANDS.flatMap((name) => commandsNamed(name, machine)))
    if (!(await run(machine, VERSION_MS, command, '--version')).error) return command
  return undefined
}
