import { hash } from 'node:crypto'
import type { Log } from '../kernel/log.ts'
import type { Wake } from '../kernel/wake.ts'
import { makeLocalWake } from './local.ts'

/** The notices of a server: over Postgres or NATS at `address`, or within its process if that is null. */
export async function openWake(address: string | null, databaseKey: string, log: Log): Promise<Wake> {
  if (address === null) return makeLocalWake(log)
  const { openReplicaWake } = await import('./replicas.ts')
  return openReplicaWake({ address, channel: channelOf(databaseKey), log })
}

/** Of one database's replicas alone: several databases may notify over one address. */
const channelOf = (databaseKey: string): string => `svc_${hash('sha256', `wake ${databaseKey}`).slice(0, 24)}`
