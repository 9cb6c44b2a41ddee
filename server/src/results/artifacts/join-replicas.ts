import type { Log } from '../../ground/kernel/log.ts'
import { LEASE_MS } from '../../ground/store/job-leases.ts'
import type { Store } from '../../ground/store/open.ts'
import {
  liveReplicas,
  type Own,
  type Replica,
  registerReplica,
  removeReplica,
  renewReplica,
} from '../../ground/store/replicas.ts'
import type { ArtifactPlace } from './open.ts'

/**
 * A killed server counts as live until its lease expires, and a stopping one needs a few seconds.
 */
const WAIT_MS = LEASE_MS + 5_000
const ASK_EVERY_MS = 500

/** Another live replica stores artifacts where this one cannot read them; the message says what to do. */
export class PlaceNotShared extends Error {}

interface JoiningParts {
  place: ArtifactPlace
  /** True if the operator declares that all replicas share this place. */
  isShared: boolean
  own: Own
  log: Log
  /** Waits this long, milliseconds. */
  rest: (ms: number) => Promise<unknown>
}

/** The number of this replica among all replicas of its database. */
export interface Membership {
  /** Renews this replica's registration; call it every few seconds. */
  renew(): Promise<void>
  leave(): Promise<void>
}

/**
 * Makes this server one of the database's replicas. While an older one lives, it waits; PlaceNotShared if that one
 * still lives after 20 s, unless both have the same place for artifacts and the operator declared it as shared.
 *
 * Each replica leaves its id in its place. A replica that sees the id of another has the same place: ids are random and
 * made at each start, so a copy of a folder has no ids of servers that started later.
 */
export async function joinReplicas(store: Store, parts: JoiningParts): Promise<Membership> {
  // SQLite allows one server; see `holdFolder`.
  if (store.dialect === 'sqlite') return { async renew() {}, async leave() {} }
  const { place, own, log } = parts
  await registerReplica(store, own)
  const leave = async () => {
    // First: the place may be away, and the next server to start removes the mark.
    await removeReplica(store, own.id)
    await place.marks.remove(own.id)
  }
  try {
    await leaveMark(store, parts)
    await waitForRoom(store, parts)
  } catch (error) {
    // The problem has already been detected; the row expires by itself.
    await leave().catch(() => undefined)
    throw error
  }
  return {
    leave,
    async renew() {
      if (await renewReplica(store, own.id)) return
      // Stopped for longer than its lease: another may have started beside it.
      await registerReplica(store, own)
      const [stranger] = await strangers(parts, await others(store, own))
      log(
        stranger
          ? { level: 'error', event: 'artifacts not shared', problem: problemOf(stranger, parts) }
          : { level: 'warn', event: 'replica was taken for dead', replica: own.id },
      )
    },
  }
}

/** Leaves the mark of this replica, and removes those of stopped replicas. */
async function leaveMark(store: Store, { place, own, log }: JoiningParts): Promise<void> {
  try {
    const marks = await place.marks.list()
    // Read after the marks, because a replica has its row before its mark.
    const live = new Set((await liveReplicas(store)).map((replica) => replica.id))
    for (const mark of marks) if (!live.has(mark)) await place.marks.remove(mark)
    await place.marks.leave(own.id)
  } catch (error) {
    // A single server works without it, and reports the place's problem when an artifact arrives.
    log({ level: 'warn', event: 'artifact folder not writable', folder: place.name, error: String(error) })
  }
}

async function waitForRoom(store: Store, parts: JoiningParts): Promise<void> {
  const { own, isShared, log, rest } = parts
  for (let waitedMs = 0; ; waitedMs += ASK_EVERY_MS) {
    const live = await liveReplicas(store)
    const place = live.findIndex((replica) => replica.id === own.id)
    // The younger replica gives way: two that start at once must not both fail.
    const older = place < 0 ? live.filter((replica) => replica.id !== own.id) : live.slice(0, place)
    const [inTheWay] = isShared ? await strangers(parts, older) : older
    if (!inTheWay) return
    if (waitedMs >= WAIT_MS) throw new PlaceNotShared(problemOf(inTheWay, parts))
    if (waitedMs === 0)
      log({
        level: 'info',
        event: 'waiting for another replica to end',
        host: inTheWay.host,
        mostMs: WAIT_MS,
      })
    await rest(ASK_EVERY_MS)
    if (!(await renewReplica(store, own.id))) await registerReplica(store, own)
  }
}

const others = async (store: Store, own: Own): Promise<Replica[]> =>
  (await liveReplicas(store)).filter((replica) => replica.id !== own.id)

/** Replicas without a mark in this place. */
async function strangers({ place }: JoiningParts, replicas: Replica[]): Promise<Replica[]> {
  const isHere = await Promise.all(replicas.map(({ id }) => place.marks.has(id)))
  return replicas.filter((_, i) => !isHere[i])
}

function problemOf({ host, started_at: startedAt }: Replica, { place, isShared }: JoiningParts): string {
  const other = `Another replica (on ${host}, since ${new Date(startedAt).toISOString()}) uses this database`
  if (place.kind === 'bucket')
    return `${other}, and its artifacts are not in ${place.name}. Set the same SVC_ARTIFACTS_URL for all replicas; to change it, stop the other first.`
  return isShared
    ? `${other}, and its artifact folder is not ${place.name}, although SVC_ARTIFACTS_SHARED is 1. Mount one folder on all machines and name it in SVC_ARTIFACTS_FOLDER.`
    : `${other}. Replicas need one place for artifacts: set the same SVC_ARTIFACTS_URL for all, or mount one folder on all machines, name it in SVC_ARTIFACTS_FOLDER, and set SVC_ARTIFACTS_SHARED=1 for all. To run one server only, stop the other.`
}
