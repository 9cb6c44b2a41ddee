import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { END_GROUPS } from './end-groups.ts'

/** Reads all groups of each moment, an empty line for none. Its input ends with this process, however that ends. */
const SCRIPT = `${END_GROUPS}
while read -r groups; do own=$groups; done
[ -z "$own" ] || end_groups $own`

const groups = new Set<number>()
let input: Socket | undefined

/**
 * Ends a process group if this process is killed, in the moment of its end. Returns a function that forgets the group. One
 * shell waits for all groups of this process. On Windows, which has no groups, nothing is ended.
 */
export const guardGroup = (pid: number): (() => void) => {
  if (process.platform === 'win32') return () => undefined
  input ??= startShell()
  groups.add(pid)
  tell()
  return () => {
    groups.delete(pid)
    tell()
  }
}

const tell = () => void input?.write(`${[...groups].join(' ')}\n`)

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
