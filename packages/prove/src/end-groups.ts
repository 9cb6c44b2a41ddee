import { spawnSync } from 'node:child_process'

/**
 * A function for `/bin/sh`: ends process groups with all that their processes started. Playwright gives its web server and its
 * browsers groups of their own, so the group of the runner is not enough. `$all` lists groups, as `-1`, and processes.
 */
export const END_GROUPS = `
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
