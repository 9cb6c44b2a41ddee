import type { StoreAddress } from '../../server/src/ground/store/open.ts'
import type { BenchServer } from '../bench-server.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { memoryMib } from '../memory.ts'
import { figure, say, table, type Verdict } from '../report.ts'
import type { Call } from './entry.ts'
import { addNeighbour, type Waits } from './neighbour.ts'

/** A request that takes less is over before the neighbour has tried anything. */
const LEAST_MS = 300

type Answered = Pick<Cost, 'status' | 'isMeasured'>

/** Work that no answer refuses. */
export const worked = (status: string): Answered => ({ status, isMeasured: true })

/** What one entry costs, and what it costs others. */
export interface Cost {
  name: string
  status: string
  /** False if an answer was a refusal: the work was not done, and its figures say nothing. */
  isMeasured: boolean
  ms: number
  /** The longest waits of another organization. */
  waits: Waits
  loopMs: number
  /** Processor time of the longest turn of the event loop. */
  turnCpuMs: number
  mib: number
}

/** Measures works one after the other on one server, beside another organization that does small things. */
export async function measuring(server: BenchServer, suffix: string) {
  const neighbour = await addNeighbour(server, 'setting')
  return async (name: string, work: () => Promise<Answered>): Promise<Cost> => {
    const before = memoryMib(server.pid, 'VmRSS')
    await server.longest()
    const timed = async () => {
      const begun = performance.now()
      const answered = await work()
      const ms = performance.now() - begun
      await new Promise((resolve) => setTimeout(resolve, Math.max(50, LEAST_MS - ms)))
      return { ...answered, ms }
    }
    const { done, waits } = await neighbour.during(timed())
    const { blockedMs: loopMs, turnCpuMs } = await server.longest()
    const cost = {
      name: `${name}${suffix}`,
      ...done,
      waits,
      loopMs,
      turnCpuMs,
      mib: memoryMib(server.pid, 'VmRSS') - before,
    }
    say(rowOf(cost).join(' | '))
    return cost
  }
}

/** Sends requests one after the other, or some together; returns their statuses. */
export async function sendAll({ url, key }: BenchServer, session: string, calls: Call[]): Promise<Answered> {
  const statuses = new Set<string>()
  let isMeasured = true
  for (const { method, path, body, times = 1, together, isPersonal, isRefused = false, headers } of calls) {
    const sendOne = async () => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${isPersonal ? session : key}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isDone = response.ok && !text.includes('"isError":true')
      statuses.add(isDone ? `${response.status}` : `${response.status} ${text.slice(0, 200)}`)
      isMeasured &&= isRefused ? response.status >= 400 && response.status < 500 : isDone
    }
    if (together) await Promise.all(Array.from({ length: times }, sendOne))
    else for (let i = 0; i < times; i++) await sendOne()
  }
  return { status: [...statuses].join(', '), isMeasured }
}

const rowOf = ({ name, status, isMeasured, ms, waits, loopMs, turnCpuMs, mib }: Cost): string[] => [
  name,
  isMeasured ? status : `NOT measured: ${status}`,
  ...[ms, waits.upload.longest, waits.write.longest, waits.read.longest].map((value) => value.toFixed(0)),
  `${loopMs.toFixed(0)} (${turnCpuMs.toFixed(0)})`,
  mib.toFixed(0),
]

export function showCosts(costs: Cost[]): void {
  table(
    [
      '',
      'answer',
      'all, ms',
      'upload, ms',
      'small write, ms',
      'small read, ms',
      'event loop, ms (processor)',
      'memory, MiB',
    ],
    costs.map(rowOf),
  )
  say(
    'The longest waits of another organization that uploads, writes and reads one after the other meanwhile.',
  )
}

export function verdictOf(
  area: string,
  most: number,
  costs: Cost[],
  of: (cost: Cost) => number,
  unit = 'ms',
): Verdict {
  const worst = costs.toSorted((a, b) => of(b) - of(a))[0] as Cost
  const over = costs.filter((cost) => of(cost) > most).length
  return {
    area,
    goal: `≤ ${most} ${unit}`,
    measured: `${figure(of(worst), unit)} (${worst.name}); ${over} of ${costs.length} over it`,
    isMet: over === 0,
  }
}

/** Not met if the server refused a request that had to cost something. */
export function verdictOfAnswers(area: string, costs: Pick<Cost, 'name' | 'isMeasured'>[]): Verdict {
  const lost = costs.filter(({ isMeasured }) => !isMeasured)
  return {
    area: `${area}, requests that were refused`,
    goal: 'none',
    measured: lost.length === 0 ? `none of ${costs.length}` : lost.map(({ name }) => name).join(', '),
    isMet: lost.length === 0,
  }
}

/** The names after `--only=`, separated by commas; everything without them. */
export function isAsked(name: string): boolean {
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
  return only === undefined || only.split(',').includes(name)
}

/** Measures on both databases, or on the one that `--sqlite` or `--postgres` names. */
export async function onDatabases(
  measure: (address: StoreAddress, suffix: string) => Promise<Cost[]>,
): Promise<Cost[]> {
  const costs: Cost[] = []
  if (!process.argv.includes('--postgres'))
    costs.push(...(await withFolder((folder) => measure({ folder }, ', SQLite'))))
  if (!process.argv.includes('--sqlite'))
    costs.push(...(await withPostgres((postgres) => measure({ postgres }, ', Postgres'))))
  return costs
}
