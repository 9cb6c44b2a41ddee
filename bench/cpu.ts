import { readdirSync, readFileSync } from 'node:fs'

/** The processor time of a process's threads since their start, milliseconds. Linux counts it in nanoseconds. */
export function cpuMs(pid: number): number {
  const threads = `/proc/${pid}/task`
  const nanoseconds = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}
