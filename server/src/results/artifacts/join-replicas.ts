import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../ground/kernel/log.ts'
import { LEASE_MS } from '../../ground/store/job-leases.ts'
import { makeFolder } from '../../ground/store/make-folder.ts'
import type { Store } from '../../ground/store/open.ts'
import {
  liveReplicas,
  type Own,
  type Replica,
  registerReplica,
  removeReplica,
  renewReplica,
} from '../../ground/store/replicas.ts'

/**
 * A killed server counts as live until its lease expires, and a stopping one needs a few seconds.
 */
const WAIT_MS = LEASE_MS + 5_000
const ASK_EVERY_MS = 500

/** Another live replica stores artifacts where this one cannot read them; the message says what to do. */
export class FolderNotShared extends Error {}

interface FolderParts {
  folder: string
  /** True if the operator declares that all replicas share this folder. */
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
 * Makes this server one of the database's replicas. While an older one lives, it waits; FolderNotShared if that one
 * still lives after 20 s, unless both have the same folder and the operator set SVC_ARTIFACTS_SHARED.
 *
 * Each replica leaves a file of its id in its folder. A replica that sees the file of another has the same folder:
 * ids are random and made at each start, so a copy of a folder has no files of servers that started later.
 */
export async function joinReplicas(store: Store, parts: FolderParts): Promise<Membership> {
  // SQLite allows one server; see `holdFolder`.
  if (store.dialect === 'sqlite') return { async renew() {}, async leave() {} }
  const { folder, own, log } = parts
  await registerReplica(store, own)
  const leave = async () => {
    await rm(markOf(folder, own.id), { force: true })
    await removeReplica(store, own.id)
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

const marksOf = (folder: string) => join(folder, 'replicas')
const markOf = (folder: string, id: string) => join(marksOf(folder), id)

/** Writes the file of this replica, and removes those of stopped replicas. */
async function leaveMark(store: Store, { folder, own, log }: FolderParts): Promise<void> {
  try {
    await makeFolder(marksOf(folder))
    const marks = await readdir(marksOf(folder))
    // Read after the files, because a replica has its row before its file.
    const live = new Set((await liveReplicas(store)).map((replica) => replica.id))
    for (const mark of marks) if (!live.has(mark)) await rm(markOf(folder, mark), { force: true })
    await writeFile(markOf(folder, own.id), '', { mode: 0o600 })
  } catch (error) {
    // A single server works without it, and reports the folder's problem when an artifact arrives.
    log({ level: 'warn', event: 'artifact folder not writable', folder, error: String(error) })
  }
}

async function waitForRoom(store: Store, parts: FolderParts): Promise<void> {
  const { own, isShared, log, rest } = parts
  for (let waitedMs = 0; ; waitedMs += ASK_EVERY_MS) {
    const live = await liveReplicas(store)
    const place = live.findIndex((replica) => replica.id === own.id)
    // The younger replica gives way: two that start at once must not both fail.
    const older = place < 0 ? live.filter((replica) => replica.id !== own.id) : live.slice(0, place)
    const [inTheWay] = isShared ? await strangers(parts, older) : older
    if (!inTheWay) return
    if (waitedMs >= WAIT_MS) throw new FolderNotShared(problemOf(inTheWay, parts))
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

/** Replicas without a file in this folder. */
async function strangers({ folder }: FolderParts, replicas: Replica[]): Promise<Replica[]> {
  const isHere = await Promise.all(
    replicas.map(({ id }) =>
      stat(markOf(folder, id)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false
          throw error
        },
      ),
    ),
  )
  return replicas.filter((_, i) => !isHere[i])
}

function problemOf({ host, started_at: startedAt }: Replica, { folder, isShared }: FolderParts): string {
  const other = `Another replica (on ${host}, since ${new Date(startedAt).toISOString()}) uses this database`
  return isShared
    ? `${other}, and its artifact folder is not ${folder}, although SVC_ARTIFACTS_SHARED is 1. Mount one folder on all machines and name it in SVC_ARTIFACTS_FOLDER.`
    : `${other}. Replicas need one folder for artifacts: mount it on all machines, name it in SVC_ARTIFACTS_FOLDER, and set SVC_ARTIFACTS_SHARED=1 for all. To run one server only, stop the other.`
}
