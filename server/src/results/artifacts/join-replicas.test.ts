import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LogRecord } from '../../ground/kernel/log.ts'
import { openStore, type Store } from '../../ground/store/open.ts'
import { liveReplicas } from '../../ground/store/replicas.ts'
import { emptyPostgres } from '../../testing/each-database.ts'
import { joinReplicas, PlaceNotShared } from './join-replicas.ts'
import { placeOfFolder } from './open.ts'

/** A database, folders, and servers that join it; none waits longer than it takes to ask. */
async function world() {
  const root = mkdtempSync(join(tmpdir(), 'svc-shared-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const store = await openStore(await emptyPostgres())
  onTestFinished(() => store.close())
  const logged: LogRecord[] = []
  const start = (id: string, folder: string, more: { isShared?: boolean; onWait?: () => unknown } = {}) =>
    joinReplicas(store, {
      place: placeOfFolder(join(root, folder)),
      isShared: more.isShared ?? false,
      own: { id, host: `host-${id}` },
      log: (record) => void logged.push(record),
      rest: async () => more.onWait?.(),
    })
  return { root, store, logged, start }
}

const live = async (store: Store) => (await liveReplicas(store)).map(({ id }) => id).sort()

/** As 15 s without a word of these would. */
const letEnd = (store: Store, ...ids: string[]) =>
  store.write((db) => db.updateTable('replica').set({ seen_until: 0 }).where('id', 'in', ids).execute())

test('a second server beside a live one refuses to start, and says what to do', async () => {
  const { start, store, logged, root } = await world()
  await start('a', 'one')
  const refused = start('b', 'two')
  await expect(refused).rejects.toThrow(PlaceNotShared)
  await expect(refused).rejects.toThrow(/on host-a, since 20.*SVC_ARTIFACTS_FOLDER.*SVC_ARTIFACTS_SHARED=1/)
  // Not by chance either: without a word of the operator the same folder is none that is shared.
  await expect(start('c', 'one')).rejects.toThrow('SVC_ARTIFACTS_SHARED=1')
  expect(await live(store)).toEqual(['a'])
  expect(readdirSync(join(root, 'one/replicas'))).toEqual(['a'])
  expect(logged[0]).toMatchObject({ event: 'waiting for another replica to end', host: 'host-a' })
})

test('one that ends while the place is away is gone at once', async () => {
  const { start, store, root } = await world()
  const first = await start('a', 'one')
  rmSync(join(root, 'one/replicas/a'))
  // What cannot be removed as a file.
  mkdirSync(join(root, 'one/replicas/a'))
  await expect(first.leave()).rejects.toThrow()
  expect(await live(store)).toEqual([])
})

test('one that follows another waits for it to end, or to be taken for dead', async () => {
  const { start, store, root } = await world()
  const first = await start('a', 'one')
  const second = await start('b', 'two', { onWait: first.leave })
  expect(await live(store)).toEqual(['b'])
  // Killed: neither its row nor its file was removed.
  await start('c', 'two', { onWait: () => letEnd(store, 'b') })
  expect(await live(store)).toEqual(['c'])
  expect(readdirSync(join(root, 'two/replicas'))).toContain('c')
  await second.leave()
  await start('d', 'two', { onWait: () => letEnd(store, 'c') })
  expect(existsSync(join(root, 'two/replicas/d'))).toBe(true)
})

test('with SVC_ARTIFACTS_SHARED replicas of one folder start at once, by whichever way they reach it', async () => {
  const { start, store, root, logged } = await world()
  await start('a', 'one', { isShared: true })
  symlinkSync(join(root, 'one'), join(root, 'mounted'))
  await start('b', 'mounted', { isShared: true })
  await start('c', 'one', { isShared: true })
  expect(await live(store)).toEqual(['a', 'b', 'c'])
  expect(logged).toEqual([])
})

test('with SVC_ARTIFACTS_SHARED and another folder, even a copy of the first, a replica refuses to start', async () => {
  const { start, store, root } = await world()
  const before = await start('a', 'one', { isShared: true })
  await before.leave()
  await start('b', 'one', { isShared: true })
  await expect(start('c', 'empty', { isShared: true })).rejects.toThrow(
    /artifact folder is not .*empty, although SVC_ARTIFACTS_SHARED is 1/,
  )
  cpSync(join(root, 'one'), join(root, 'copy'), { recursive: true })
  await letEnd(store, 'b')
  await start('d', 'one', { isShared: true })
  await expect(start('e', 'copy', { isShared: true })).rejects.toThrow(/artifact folder is not .*copy/)
  expect(await live(store)).toEqual(['d'])
})

test('of two that start at once on an empty database one starts', async () => {
  const { start, store } = await world()
  const started = await Promise.allSettled([start('a', 'one'), start('b', 'two')])
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await live(store)).toEqual([started[0]?.status === 'fulfilled' ? 'a' : 'b'])
})

test('one that was paused says so when it lives again, and whose folder another replica has not', async () => {
  const { start, store, logged } = await world()
  const paused = await start('a', 'one')
  await paused.renew()
  await start('b', 'two', { onWait: () => letEnd(store, 'a') })
  logged.length = 0
  await paused.renew()
  expect(await live(store)).toEqual(['a', 'b'])
  expect(logged).toMatchObject([
    { level: 'error', event: 'artifacts not shared', problem: expect.stringContaining('host-b') },
  ])
  await paused.renew()
  expect(logged).toHaveLength(1)
})

test('a folder that cannot be written to keeps no server from starting alone', async () => {
  const { start, root, logged } = await world()
  symlinkSync('/dev/null', join(root, 'none'))
  await start('a', 'none')
  expect(logged).toMatchObject([{ level: 'warn', event: 'artifact folder not writable' }])
})
