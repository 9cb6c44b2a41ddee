import { constants } from 'node:os'
import { withNpx } from '@svc/client/package-manager'
import spawn from 'cross-spawn'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { quoted } from '../terminal/quoted.ts'

/** How a command ended. */
export interface Ended {
  /** As a shell reports it: 128 plus the signal's number if a signal ended it. */
  code: number
  signal: NodeJS.Signals | null
}

/**
 * Runs a command with this process's streams, and passes signals on to it. Throws if it cannot be
 * started. On Windows, a shim such as `vitest.cmd` is found as in a shell.
 */
export const startCommand = async (
  [file = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  { folder, holdSignals }: Pick<Call, 'folder' | 'holdSignals'>,
): Promise<Ended> => {
  if (file === '')
    throw new NotStarted(
      NOT_FOUND,
      'the command is empty',
      'name the test command after --, such as -- npx vitest run',
    )
  const child = spawn(file, args, { cwd: folder, env, stdio: 'inherit' })
  // A terminal sends Ctrl-C and Ctrl-\ to the command itself. Runners take a second one for impatience.
  const release = holdSignals?.((signal) => {
    const isOfKeyboard = signal === 'SIGINT' || signal === 'SIGQUIT'
    if (!isOfKeyboard || !process.stdin.isTTY) child.kill(signal)
  })
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(notStarted(error, [file, ...args], folder)))
      child.once('exit', (code, signal) => resolve({ code: code ?? codeOf(signal), signal }))
    })
  } finally {
    release?.()
  }
}

const codeOf = (signal: NodeJS.Signals | null) => 128 + (signal ? constants.signals[signal] : 0)

/** As shells exit. */
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

/** The command did not start; `exitCode` is that of a shell. */
export class NotStarted extends Refusal {
  constructor(exitCode: number, message: string, next?: string) {
    super(message, { code: 'NOT_STARTED', exitCode, ...(next !== undefined && { next }) })
  }
}

const notStarted = (
  { code, message }: NodeJS.ErrnoException,
  [file = '', ...args]: string[],
  folder: string,
): NotStarted => {
  if (code === 'ENOENT') {
    const called = MANAGERS.includes(file) ? [...withNpx(file, folder), ...args] : ['npx', 'vitest', 'run']
    const next = `start it as in a terminal, for example: npx --no svc run -- ${called.map(quoted).join(' ')}`
    return new NotStarted(NOT_FOUND, `the command ${file} was not found`, next)
  }
  return code === 'EACCES'
    ? new NotStarted(
        NOT_EXECUTABLE,
        `the command ${file} is not executable`,
        `chmod +x ${file}, or name the program that runs it`,
      )
    : new NotStarted(NOT_EXECUTABLE, `the command ${file} did not start: ${message}`)
}

/** Package managers that a project may have through npx only. */
const MANAGERS = ['pnpm', 'yarn', 'bun']
