import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { openJobLeases } from './job-leases.ts'
import { openStore, type Store, type StoreAddress } from './open.ts'

const NAMES = ['settling', 'retention']

async function open(address: StoreAddress): Promise<Store> {
  const store = await openStore(address)
  onTestFinished(() => store.close())
  return store
}

/** Replicas of one Postgres, each with a clock of its own that the test moves. */
async function replicas(...holders: string[]) {
  const address = await emptyPostgres()
  return Promise.all(
    holders.map(async (holder) => {
      const store = await open(address)
      const time = { ms: 0 }
      const leases = openJobLeases(store, { holder, names: NAMES, timer: () => time.ms })
      return { store, time, leases, has: () => NAMES.filter((name) => leases.held(name)) }
    }),
  )
}

/** Sets when the database's leases end. */
const setEnd = (store: Store, until: number) =>
  store.write((db) => db.updateTable('lease').set({ until }).execute())

type Replica = Awaited<ReturnType<typeof replicas>>[number]

test('of replicas that ask at once one has each lease, and keeps it', async () => {
  const all = await replicas('a', 'b', 'c')
  for (let round = 0; round < 3; round++) {
    await Promise.all(all.map(({ leases }) => leases.renew()))
    expect(all.flatMap(({ has }) => has()).sort()).toEqual([...NAMES].sort())
  }
})

test('a lease that was given back is taken with the next renewal, and its signal aborts', async () => {
  const [a, b] = (await replicas('a', 'b')) as [Replica, Replica]
  await a.leases.renew()
  await b.leases.renew()
  const signal = a.leases.held('settling')
  expect([a.has(), b.has(), signal?.aborted]).toEqual([NAMES, [], false])
  await a.leases.release()
  await b.leases.renew()
  expect([a.has(), b.has(), signal?.aborted]).toEqual([[], NAMES, true])
  // One that is ending takes nothing again.
  await setEnd(a.store, 0)
  await a.leases.renew()
  expect(a.has()).toEqual([])
})

test('a holder that stopped loses its lease, and hears of it with its next renewal', async () => {
  const [a, b] = (await replicas('a', 'b')) as [Replica, Replica]
  await a.leases.renew()
  const signal = a.leases.held('retention')
  await setEnd(a.store, 0)
  await b.leases.renew()
  await a.leases.renew()
  expect([a.has(), b.has(), signal?.aborted]).toEqual([[], NAMES, true])
})

test('a holder without its database stops believing in its leases by itself', async () => {
  const address = await emptyPostgres()
  const store = await openStore(address)
  let ms = 0
  const leases = openJobLeases(store, { holder: 'a', names: NAMES, timer: () => ms })
  await leases.renew()
  const signal = leases.held('settling')
  await store.close()
  ms = 14_999
  await expect(leases.renew()).rejects.toThrow()
  expect(signal?.aborted).toBe(false)
  ms = 15_000
  await expect(leases.renew()).rejects.toThrow()
  expect([leases.held('settling'), signal?.aborted]).toEqual([null, true])
})

test('a database whose clock was set back keeps nobody waiting', async () => {
  const [a, b] = (await replicas('a', 'b')) as [Replica, Replica]
  await a.leases.renew()
  await setEnd(a.store, Date.now() + 3_600_000)
  await b.leases.renew()
  expect(b.has()).toEqual(NAMES)
})

test('the one server of a SQLite database has all leases until it ends, and writes nothing for them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-leases-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = await open({ folder })
  const leases = openJobLeases(store, { holder: 'a', names: NAMES, timer: () => 0 })
  await leases.renew()
  const signal = leases.held('settling')
  expect(signal?.aborted).toBe(false)
  expect(await store.read.selectFrom('lease').selectAll().execute()).toEqual([])
  await leases.release()
  expect([leases.held('settling'), signal?.aborted]).toEqual([null, true])
})
