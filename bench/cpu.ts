import { readdirSync, readFileSync } from 'node:fs'

/** What the threads of a process have run for since their start, milliseconds: Linux tells it by the nanosecond. */
export function cpuMs(pid: number): number {
  const threads = `/proc/${pid}/task`
  const nanoseconds = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}
