import spawn from 'cross-spawn'
import { endGroup, endOnlyGroup, guardGroup } from './end-groups.ts'

/** A process of a trial or of a set-up. */
interface Start {
  folder: string
  env: NodeJS.ProcessEnv
  /** True if the program is a command for the shell. */
  shell?: boolean
  /** A file descriptor for what it prints. */
  output: number | 'ignore'
  /** Milliseconds after which it is ended, with all that it started. */
  timeoutMs: number
  /** Gets a function that ends it at once. */
  onStart(end: () => void): void
}

/** Runs a process to its end. Returns its exit code, or why it did not end by itself. */
export const runProcess = (
  [program = '', ...args]: string[],
  { folder, env, shell = false, output, timeoutMs, onStart }: Start,
): Promise<number | string> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env,
      shell,
      stdio: ['ignore', output, output],
      // A group of its own: what it starts ends with it.
      detached: process.platform !== 'win32',
    })
    const { pid } = child
    const forget = pid === undefined ? () => undefined : guardGroup(pid)
    const end = (reason: string) => {
      if (pid !== undefined && child.exitCode === null && child.signalCode === null) endGroup(pid)
      resolve(reason)
    }
    const timer = setTimeout(() => end('the time was over'), Math.max(1, timeoutMs))
    onStart(() => end('it was stopped'))
    child.once('error', ({ message }) => {
      clearTimeout(timer)
      resolve(`it did not start: ${message}`)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      // What it left running would disturb the next trial.
      if (pid !== undefined) endOnlyGroup(pid)
      forget()
      resolve(code ?? -1)
    })
  })
