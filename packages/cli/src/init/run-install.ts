import { spawn } from 'node:child_process'
import { managerOf, withNpx } from '@svc/client/package-manager'
import { Refusal } from '../refusal.ts'
import type { Install } from './plan.ts'

interface Process {
  env: NodeJS.ProcessEnv
  write(text: string): unknown
}

/**
 * Runs an install command and passes its output to `write`; throws a `Refusal` if it fails. If the package manager is
 * not on the PATH, npx runs it, as for a project that is used with `npx pnpm`.
 */
export const runInstall = async ({ folder, command }: Install, own: Process): Promise<void> => {
  let line = command
  let ended = await run(folder, command, own)
  const [program = '', ...args] = command
  if (ended === 'ENOENT' && managerOf(folder) !== 'yarn-berry') {
    line = [...withNpx(program, folder), ...args]
    own.write(`${program} is not on the PATH; running ${line.join(' ')}\n`)
    ended = await run(folder, line, own)
  }
  if (ended === 0) return
  const isAbsent = ended === 'ENOENT'
  throw new Refusal(
    `the installation failed (${isAbsent ? `${program} is not on the PATH` : ended}); no config was changed`,
    {
      code: 'INSTALL_FAILED',
      next: isAbsent
        ? `install ${program}, for example with corepack enable, then run in ${folder}: ${command.join(' ')}`
        : `repair the installation, then run in ${folder}: ${line.join(' ')}`,
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
