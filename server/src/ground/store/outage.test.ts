import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { outageOf } from '../kernel/outage.ts'
import { connect, connectToRead, openStore, type Store, sqliteFile } from './open.ts'
import { walOf } from './opened-files.ts'
import { ping, tryWrite } from './ping.ts'

/** A store on Postgres, and a way to ask its database past it. */
async function openCuttable() {
  const address = await emptyPostgres()
  const client = new pg.Client({ connectionString: address.postgres })
  await client.connect()
  const store = await openStore(address)
  onTestFinished(async () => {
    await store.close()
    await client.end()
  })
  const name = new URL(address.postgres).pathname.slice(1)
  return {
    address,
    store,
    ask: (text: string) => client.query(text.replace('CURRENT', name)),
    /** Ends all other connections of the database, and waits until the server has. */
    async cut() {
      const others = `from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
      const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${others}`)
      await expect.poll(async () => (await client.query(`select 1 ${others}`)).rowCount).toBe(0)
      return rowCount ?? 0
    },
  }
}

const addOrganization = (slug: string) => (db: Parameters<Parameters<Store['write']>[0]>[0]) =>
  db
    .insertInto('organization')
    .values({ public_id: crypto.randomUUID(), slug, name: slug, plan: 'free', created_at: 0 })
    .execute()

const slugs = async ({ read }: Store) =>
  (await read.selectFrom('organization').select('slug').orderBy('slug').execute()).map((row) => row.slug)

/** Reads work again once the pool has noticed what is gone. */
const recovers = (store: Store) => expect.poll(() => ping(store).then(String, String)).toBe('undefined')

test('a connection cut in the middle of a transaction fails that alone, with the reason', async () => {
  const { store, cut } = await openCuttable()
  const broken = store.write(async (db) => {
    await addOrganization('lost')(db)
    expect(await cut()).toBeGreaterThan(0)
    await addOrganization('never')(db)
  })
  await expect(broken).rejects.toMatchObject({ name: 'DatabaseTrouble', kind: 'away', isInDoubt: false })
  await recovers(store)
  await store.write(addOrganization('kept'))
  expect(await slugs(store)).toEqual(['kept'])
})

test('a connection cut before its commit leaves the change in doubt', async () => {
  const { store, cut } = await openCuttable()
  // No statement follows its own: its changes do not count.
  const broken = store.write(async (db) => {
    await db.insertInto('lease').values({ name: 'lost', holder: '', until: 0 }).execute()
    await cut()
  })
  await expect(broken).rejects.toMatchObject({ kind: 'away', isInDoubt: true })
  await recovers(store)
  expect(await store.read.selectFrom('lease').selectAll().execute()).toEqual([])
})

test('connections cut while they are idle are replaced, those of threads that only read too', async () => {
  const { address, store, cut } = await openCuttable()
  const reader = await connectToRead(address)
  onTestFinished(() => reader.close())
  await Promise.all(Array.from({ length: 6 }, () => slugs(store)))
  await slugs(reader)
  expect(await cut()).toBeGreaterThan(2)
  await recovers(store)
  await recovers(reader)
  expect(await slugs(reader)).toEqual([])
})

test('a statement that is called off as it runs fails with the reason, and the pool continues', async () => {
  const { store, ask } = await openCuttable()
  const sleeping = sql`select pg_sleep(600)`.execute(store.read)
  const rejected = expect(sleeping).rejects.toMatchObject({ kind: 'away', isInDoubt: false })
  const running = `from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`
  await expect.poll(async () => (await ask(`select pg_terminate_backend(pid) ${running}`)).rowCount).toBe(1)
  await rejected
  await recovers(store)
})

/** A way to a database on which each connection can be lost: it stays open, and nothing passes any more. */
async function startProxy(address: string) {
  const { hostname, port } = new URL(address)
  const pairs: Socket[][] = []
  const proxy = createServer((near) => {
    const far = connectTo(Number(port), hostname)
    pairs.push([near, far])
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy()
    proxy.close()
  })
  const through = new URL(address)
  through.port = String((proxy.address() as AddressInfo).port)
  return {
    address: { postgres: through.href },
    loseAll() {
      for (const [near, far] of pairs as [Socket, Socket][]) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
  }
}

test('a statement on a lost connection is given up, and one that is only slow is not', {
  tags: 'thorough',
}, async () => {
  const { address, store: direct } = await openCuttable()
  const proxy = await startProxy(address.postgres)
  const store = await connect(proxy.address, { pool: 'main' })
  onTestFinished(() => store.close())
  await slugs(store)
  proxy.loseAll()
  const lost = expect(slugs(store)).rejects.toMatchObject({ name: 'DatabaseTrouble', kind: 'away' })
  // It runs for as long as the other is looked into twice.
  const slow = sql<{ ended: number }>`select 1 as ended from pg_sleep(16)`.execute(direct.read)
  await lost
  expect((await slow).rows).toEqual([{ ended: 1 }])
  expect(await slugs(store)).toEqual([])
})

test('a database that is not there is said to be away, before and after', async () => {
  const port = await freePort()
  const address = { postgres: `postgres://svc:svc@127.0.0.1:${port}/svc` }
  const store = await connect(address, { pool: 'main' })
  onTestFinished(() => store.close())
  await expect(slugs(store)).rejects.toMatchObject({ kind: 'away', isInDoubt: false })
  await expect(store.write(addOrganization('never'))).rejects.toMatchObject({ kind: 'away' })
  await expect(openStore(address)).rejects.toThrow(/No connection to the database: .*ECONNREFUSED/)
})

test('connections to a server that takes no changes are dropped, so that the next lead to another', async () => {
  const { store, ask, cut } = await openCuttable()
  // Of new connections alone: those there are stay as they are.
  await ask('alter database CURRENT set default_transaction_read_only = on')
  await cut()
  await expect
    .poll(() => store.write(addOrganization('never')).catch((error: Error) => error))
    .toMatchObject({ code: '25006' })
  await expect(ping(store)).rejects.toMatchObject({ name: 'DatabaseTrouble', kind: 'read-only' })
  expect(await slugs(store)).toEqual([])
  await ask('alter database CURRENT set default_transaction_read_only = off')
  await recovers(store)
  await store.write(addOrganization('kept'))
  expect(await slugs(store)).toEqual(['kept'])
})

test('a try to write leaves nothing behind', async () => {
  const { store, ask } = await openCuttable()
  await Promise.all([tryWrite(store), tryWrite(store)])
  const { rows } = await ask(`select 1 from pg_class where relname like 'svc_write_probe%'`)
  expect(rows).toEqual([])
})

/** A store on SQLite with one organization. */
async function openOnDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-files-'))
  const store = await openStore({ folder })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await store.write(addOrganization('first'))
  return { folder, store, file: sqliteFile(folder) }
}

const missing = (path: string) => ({
  name: 'DatabaseTrouble',
  kind: 'missing',
  message: expect.stringContaining(path),
})

test('a database file removed under a server takes no more writes, until it is back', async () => {
  const { folder, store, file } = await openOnDisk()
  renameSync(file, `${file}.away`)
  await expect(store.write(addOrganization('never'))).rejects.toMatchObject(missing(file))
  await expect(ping(store)).rejects.toMatchObject(missing(file))
  // A thread that starts now must not make an empty database in its place.
  await expect(connect(store.address, { pool: 'ingest' })).rejects.toMatchObject(missing(file))
  expect(await connect({ folder: `${folder}/none`, files: {} }, { pool: 'ingest' }).catch(String)).toContain(
    'SqliteError',
  )

  renameSync(`${file}.away`, file)
  await store.write(addOrganization('second'))
  await ping(store)
  await tryWrite(store)
  expect(await slugs(store)).toEqual(['first', 'second'])
})

test('a thread that starts to read while the file is gone or replaced says so, and the next one reads again', async () => {
  const { store, file } = await openOnDisk()
  const kindOfRead = () => slugs(store).catch((error: unknown) => outageOf(error)?.kind)
  renameSync(file, `${file}.away`)
  expect(await kindOfRead()).toBe('missing')
  writeFileSync(file, '')
  expect(await kindOfRead()).toBe('missing')
  await expect(connectToRead(store.address)).rejects.toMatchObject(missing(file))
  renameSync(`${file}.away`, file)
  expect(await kindOfRead()).toEqual(['first'])
})

test('so it is with one that another file took the place of, and with its write-ahead log', async () => {
  const { store, file } = await openOnDisk()
  renameSync(file, `${file}.away`)
  writeFileSync(file, 'another')
  await expect(store.write(addOrganization('never'))).rejects.toThrow(/was replaced by another file/)
  renameSync(`${file}.away`, file)
  await ping(store)
  renameSync(walOf(file), `${walOf(file)}.away`)
  await expect(store.write(addOrganization('never'))).rejects.toMatchObject(missing(walOf(file)))
  renameSync(`${walOf(file)}.away`, walOf(file))
  await store.write(addOrganization('second'))
})

test('a thread of the server writes to what the server has opened', async () => {
  const { store } = await openOnDisk()
  const thread = await connect(store.address, { pool: 'ingest' })
  onTestFinished(() => thread.close())
  await thread.write(addOrganization('second'))
  expect(await slugs(store)).toEqual(['first', 'second'])
})
