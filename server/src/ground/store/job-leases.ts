import type { Store } from './open.ts'
import { claimRows, hasEnded, insertColumns, leaseEnd } from './portable.ts'

/** How long a dead replica still holds a lease, milliseconds. */
export const LEASE_MS = 15_000
/** Milliseconds between renewals. */
export const RENEW_EVERY_MS = 5_000

/** The jobs that this replica does for all replicas of the database. */
export interface JobLeases {
  /** A signal that aborts when the lease is lost; null while another replica holds it. */
  held(name: string): AbortSignal | null
  /** Renews the leases of this replica and takes expired ones. Call it every `RENEW_EVERY_MS`. */
  renew(): Promise<void>
  /** Releases all leases, so that another replica takes them with its next renewal. */
  release(): Promise<void>
}

interface LeaseParts {
  /** Id of this replica. */
  holder: string
  names: string[]
  /** A monotonic clock, milliseconds. */
  timer: () => number
}

/**
 * Leases by the database's clock, in a table: locks of a Postgres session break behind poolers. A holder
 * considers a lease expired at least as early as the database does. SQLite has one server, which holds all.
 */
export const openJobLeases = (store: Store, parts: LeaseParts): JobLeases =>
  store.dialect === 'sqlite' ? holdAll() : holdSome(store, parts)

function holdAll(): JobLeases {
  const ending = new AbortController()
  return {
    held: () => (ending.signal.aborted ? null : ending.signal),
    async renew() {},
    async release() {
      ending.abort()
    },
  }
}

function holdSome(store: Store, { holder, names, timer }: LeaseParts): JobLeases {
  const mine = new Map<string, { until: number; ending: AbortController }>()
  let hasRows = false
  let isReleased = false

  const lose = (name: string) => {
    mine.get(name)?.ending.abort()
    mine.delete(name)
  }
  const loseEnded = () => {
    for (const [name, { until }] of [...mine]) if (until <= timer()) lose(name)
  }

  return {
    held(name) {
      loseEnded()
      return mine.get(name)?.ending.signal ?? null
    },
    async renew() {
      if (isReleased) return
      // The time before the statement: the database counts from its arrival.
      const begun = timer()
      try {
        if (!hasRows) await makeRows(store, names)
        hasRows = true
        const taken = new Set(await take(store, names, holder))
        for (const name of names) {
          const lease = mine.get(name)
          if (!taken.has(name)) lose(name)
          else if (lease) lease.until = begun + LEASE_MS
          else mine.set(name, { until: begun + LEASE_MS, ending: new AbortController() })
        }
      } finally {
        loseEnded()
      }
    },
    async release() {
      isReleased = true
      for (const name of [...mine.keys()]) lose(name)
      await store.write((db) =>
        db.updateTable('lease').set({ holder: '', until: 0 }).where('holder', '=', holder).execute(),
      )
    },
  }
}

const makeRows = (store: Store, names: string[]) =>
  store.write((db) =>
    insertColumns(
      db,
      store.dialect,
      'lease',
      { name: names, holder: '', until: 0 },
      'on conflict (name) do nothing',
    ),
  )

/** The leases that the holder has from now on. Skips a lease that another transaction has locked. */
async function take({ write, dialect }: Store, names: string[], holder: string): Promise<string[]> {
  const rows = await write((db) =>
    db
      .updateTable('lease')
      .set({ holder, until: leaseEnd(dialect, LEASE_MS) })
      .where('name', 'in', (query) =>
        query
          .selectFrom('lease')
          .select('name')
          .where('name', 'in', names)
          .where((eb) => eb.or([eb('holder', '=', holder), hasEnded(dialect, 'until', LEASE_MS)]))
          .modifyEnd(claimRows(dialect)),
      )
      .returning('name')
      .execute(),
  )
  return rows.map((row) => row.name)
}
