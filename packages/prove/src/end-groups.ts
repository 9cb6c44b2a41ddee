import { spawn, spawnSync } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * A function for `/bin/sh`: ends process groups with all that their processes started. Playwright gives its web server and its
 * browsers groups of their own, so the group of the runner is not enough. `$all` lists groups, as `-1`, and processes.
 */
const END_GROUPS = `
list() {
  [ -e /proc/self/stat ] || { /bin/ps -A -o pid= -o ppid= -o pgid=; return; }
  for file in /proc/[0-9]*/stat; do
    read -r line <"$file" || continue
    file=\${file#/proc/}
    set -- \${line##*) }
    echo "\${file%/stat} $2 $3"
  done
}
grow() {
  while [ $# -gt 2 ]; do
    case $all in
      *" $1 "*) ;;
      *" $2 "* | *" -$3 "*) all="$all$1 "; [ "$1" != "$3" ] || all="$all-$1 " ;;
    esac
    shift 3
  done
}
end_groups() {
  all=' '
  for group; do all="$all-$group $group "; done
  table=$(list)
  before=
  while [ "$before" != "$all" ]; do before=$all; grow $table; done
  kill -9 $all
}`

/** Ends a process group with all that its processes started; on Windows, which has no groups, the process. Never throws. */
export const endGroup = (pid: number): void => {
  if (process.platform !== 'win32')
    spawnSync('/bin/sh', ['-c', `${END_GROUPS}\nend_groups "$1"`, 'sh', `${pid}`], {
      cwd: '/',
      env: {},
      stdio: 'ignore',
    })
  // Also where there is no shell.
  endOnlyGroup(pid)
}

/** Ends a process group whose first process has ended: nothing tells any more what left the group. Never throws. */
export const endOnlyGroup = (pid: number): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

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
