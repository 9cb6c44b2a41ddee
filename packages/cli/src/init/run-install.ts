import { spawn } from 'node:child_process'
import { Refusal } from '../refusal.ts'
import type { Install } from './plan.ts'

interface Process {
  env: NodeJS.ProcessEnv
  write(text: string): unknown
}

/** Runs an install command and passes its output to `write`; throws a `Refusal` if it fails. */
export const runInstall = async ({ folder, command }: Install, own: Process): Promise<void> => {
  const ended = await run(folder, command, own)
  if (ended === 0) return
  const [program = ''] = command
  const isAbsent = ended === 'ENOENT'
  const again = `run in ${folder}: ${command.join(' ')}`
  throw new Refusal(
    `the installation failed (${isAbsent ? `${program} is not on the PATH` : ended}); no config was changed`,
    {
      code: 'INSTALL_FAILED',
      next: isAbsent
        ? `install ${program}, for example with corepack enable, then ${again}`
        : `repair the installation, then ${again}`,
    },
  )
}

/** Returns the exit code, or why there is none. */
const run = (folder: string, [program = '', ...args]: string[], { env, write }: Process) =>
  new Promise<number | string | null>((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows, package managers are scripts.
      shell: process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? 'ENOENT' : error.message),
    )
    child.once('close', resolve)
  })
