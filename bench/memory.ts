import { readFileSync } from 'node:fs'

/** Resident memory of a process now (`VmRSS`) or at most (`VmHWM`), MiB. Linux only. */
export function memoryMib(pid: number | 'self', name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** The maximum resident memory of this process, MiB. On Linux, `maxRSS` begins with the memory of the parent. */
export const peakMib = (): number =>
  process.platform === 'linux' ? memoryMib('self', 'VmHWM') : process.resourceUsage().maxRSS / 1024
