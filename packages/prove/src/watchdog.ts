import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Reads group after group, an empty line for none. Its input ends with this process, however that ends. */
const SCRIPT = 'while read -r pid; do own=$pid; done; [ -z "$own" ] || kill -9 "-$own"'

let input: Socket | undefined

/**
 * Ends a process group if this process is killed, in the moment of its end. Returns a function that forgets the group. One
 * shell waits for all groups of this process. On Windows, which has no groups, nothing is ended.
 */
export const guardGroup = (pid: number): (() => void) => {
  if (process.platform === 'win32') return () => undefined
  input ??= startShell()
  input?.write(`${pid}\n`)
  return () => void input?.write('\n')
}

const startShell = (): Socket | undefined => {
  // A session of its own: Ctrl-C and the end of the terminal are not for it.
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const forget = () => {
    input = undefined
  }
  child.once('error', forget).once('exit', forget).unref()
  if (!(child.stdin instanceof Socket)) return undefined
  child.stdin.on('error', forget).unref()
  return child.stdin
}
