import { Gauge, type Registry } from 'prom-client'
import type { Wake } from '../../ground/kernel/wake.ts'
import type { JobLeases } from '../../ground/store/job-leases.ts'
import type { ConnectionCounts } from '../../ground/store/open.ts'

export interface ReplicaParts {
  version: string
  /** The jobs that one replica does for all. */
  jobs: string[]
  leases: JobLeases
  wake: Wake
  /** Null on SQLite, which has no pool. */
  connections: (() => ConnectionCounts) | null
  subscribers: () => { streams: number; behind: number; queuedBytes: number }
  isDraining: () => boolean
}

/** What this replica does, holds and is connected to. */
export function describeReplica(registry: Registry, parts: ReplicaParts): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  new Gauge({
    name: 'svc_build_info',
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: parts.version }, 1)
  new Gauge({
    name: 'svc_job_held',
    help: '1 if this replica does the work of this name for all replicas. The sum over all replicas should be 1.',
    labelNames: ['work'],
    registers: [registry],
    collect() {
      for (const work of parts.jobs) this.set({ work }, parts.leases.held(work) ? 1 : 0)
    },
  })
  gauge('svc_wake_up', '1 if notices of other replicas arrive; otherwise this one polls.', () =>
    parts.wake.isUp() ? 1 : 0,
  )
  gauge('svc_draining', '1 after SIGTERM, while the replica still answers.', () =>
    parts.isDraining() ? 1 : 0,
  )
  gauge('svc_bus_streams', 'Open streams of messages.', () => parts.subscribers().streams)
  gauge(
    'svc_bus_streams_behind',
    'Streams whose client reads more slowly than messages arrive.',
    () => parts.subscribers().behind,
  )
  gauge(
    'svc_bus_queued_bytes',
    'Bytes of messages that wait for the clients of streams.',
    () => parts.subscribers().queuedBytes,
  )
  const { connections } = parts
  if (!connections) return
  new Gauge({
    name: 'svc_database_connections',
    help: 'Connections of the main pool by state; `waiting` are requests without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = connections()
      this.set({ state: 'used' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}
