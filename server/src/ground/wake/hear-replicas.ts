import type { Log } from '../kernel/log.ts'
import type { Wake } from '../kernel/wake.ts'

/** Checks in which nothing of a live replica arrived. One that starts is live for some time before it has a connection. */
const MOST_SILENT = 6

/** Whether this replica hears the others: with another `SVC_WAKE_URL`, both have a connection, and neither hears a thing. */
export interface Hearing {
  /** Says that this replica lives, and looks which of the others have said so. Call it every few seconds. */
  check(live: readonly { id: string; host: string }[]): void
  /** What to change; null if all others are heard. */
  problem(): string | null
}

/** Without a connection it finds nothing: the log says so already. */
export function hearReplicas(wake: Wake, ownId: string, log: Log): Hearing {
  const silentFor = new Map<string, number>()
  let problem: string | null = null
  wake.listen('replicas', (heard) => {
    if (heard !== 'missed') for (const id of heard) silentFor.set(id, 0)
  })
  return {
    check(live) {
      wake.notify('replicas', ownId)
      const others = live.filter(({ id }) => id !== ownId)
      for (const id of silentFor.keys()) if (!others.some((other) => other.id === id)) silentFor.delete(id)
      if (wake.isUp()) for (const { id } of others) silentFor.set(id, (silentFor.get(id) ?? 0) + 1)
      const unheard = others.find(({ id }) => (silentFor.get(id) ?? 0) > MOST_SILENT)
      const before = problem
      problem = unheard
        ? 'Notices of another replica do not arrive here. Set the same SVC_WAKE_URL for all replicas; if it is the same, the log of the other replica says why.'
        : null
      if (problem !== null && before === null)
        log({ level: 'error', event: 'replicas do not hear each other', problem, host: unheard?.host })
      if (problem === null && before !== null) log({ level: 'info', event: 'replicas hear each other again' })
    },
    problem: () => problem,
  }
}
