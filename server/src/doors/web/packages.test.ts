import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore, type Store } from '../../ground/store/open.ts'
import { packageArchives } from '../../ground/store/package-archives.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'
import { backUp } from '../../upkeep/backup/back-up.ts'
import { restore } from '../../upkeep/backup/restore.ts'
import { type KeptPackages, openKeptPackages } from './kept-packages.ts'
import { addressedName } from './package-names.ts'
import { findPackage, type Packages } from './packages.ts'

const offering = (find: Packages['find']): Packages => ({ find, close: () => undefined })
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const archive = (text: string, version = '1.2.3') => {
  const bytes = bytesOf(text)
  return { name: addressedName('vitest', version, bytes), bytes }
}

const nowhere = () => {
  const kept = new Map<string, Uint8Array>()
  const archives = {
    read: async (name: string) => kept.get(name),
    add: async (name: string, data: Uint8Array) => void kept.set(name, data),
  }
  return openKeptPackages(archives, () => undefined)
}

const keptIn = (store: Store, clock: () => number = Date.now) =>
  openKeptPackages(packageArchives(store, clock), () => undefined)

/** A server of one version, whose database other versions may have used. */
const appWith = (own: ReturnType<typeof archive>, kept: KeptPackages) =>
  makeApp({
    packages: offering((file) => findPackage(file, async () => new Map([['vitest', own]]), kept)),
  })

/** What a server answers: its status, and where it leads or what it sends. */
const asking = (app: Awaited<ReturnType<typeof appWith>>) => async (file: string) => {
  const answer = await app.request(`/packages/${file}`, { key: null })
  return [answer.status, answer.headers.get('Location') ?? (await answer.text())]
}

test('an address without a version leads to one whose bytes never change', async () => {
  const own = archive('archive')
  const app = await appWith(own, nowhere())
  const get = (file: string, headers = {}) => app.request(`/packages/${file}`, { key: null, headers })
  const first = await get('svc-vitest.tgz')
  expect([first.status, first.headers.get('Cache-Control')]).toEqual([302, 'no-cache'])
  expect(first.headers.get('Location')).toMatch(/^svc-vitest-1\.2\.3-[\da-f]{12}\.tgz$/)
  const answer = await get(own.name, { 'Accept-Encoding': 'gzip, br' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/gzip')
  expect(answer.headers.get('Content-Encoding')).toBeNull()
  expect(answer.headers.get('Cache-Control')).toContain('immutable')
  expect(await answer.text()).toBe('archive')
  const tag = answer.headers.get('ETag')
  expect((await get(own.name, { 'If-None-Match': `W/${tag}` })).status).toBe(304)
})

onBothDatabases('packages of earlier versions', (make) => {
  test('after an upgrade, the address of a lock file has its bytes on every replica', async () => {
    const [old, now] = [archive('old', '1.2.3'), archive('new', '1.3.0')]
    const { store } = await make()
    const before = await appWith(old, keptIn(store))
    expect(await asking(before)('svc-vitest.tgz')).toEqual([302, old.name])
    const other = await openStore(store.address)
    onTestFinished(() => other.close())
    const get = asking(await appWith(now, keptIn(other)))
    expect(await get(old.name)).toEqual([200, 'old'])
    expect(await get('svc-vitest.tgz')).toEqual([302, now.name])
    expect(await get(now.name)).toEqual([200, 'new'])
    // Damaged bytes are worse than none: an installation would fail without a reason.
    await store.write((db) =>
      db
        .updateTable('package_archive')
        .set({ data: bytesOf('ol') })
        .where('name', '=', old.name)
        .execute(),
    )
    const [status, body] = await get(old.name)
    expect(status).toBe(404)
    expect(JSON.parse(String(body)).error.message).toBe(
      `This server does not have ${old.name}. It offers ${now.name}. In your project, npx -y <server>/packages/svc-cli.tgz init --url <server> installs it.`,
    )
  })

  test('the newest 300 archives are kept', async () => {
    const { store } = await make()
    let now = 0
    const kept = keptIn(store, () => now++)
    const archives = Array.from({ length: 302 }, (_, number) => archive(`bytes ${number}`))
    for (const { name, bytes } of archives) await kept.keep(name, bytes)
    const found = await Promise.all(archives.map(({ name }) => kept.find(name)))
    expect(found.flatMap((bytes, number) => (bytes ? [] : [number]))).toEqual([0, 1])
  })
})

test('a restored server has the archives of its backup', async () => {
  const [old, now] = [archive('old', '1.2.3'), archive('new', '1.3.0')]
  const app = await makeApp()
  await keptIn(app.store).keep(old.name, old.bytes)
  const file = join(app.folder, 'backup.tar')
  const { address } = app.store
  await backUp({
    address,
    artifactsFolder: join(app.folder, 'artifacts'),
    hasArtifacts: true,
    file,
    now: app.clock(),
  })
  const folder = join(app.folder, 'restored')
  await restore({ file, address: { folder }, artifactsFolder: join(folder, 'artifacts') })
  const restored = await openStore({ folder })
  onTestFinished(() => restored.close())
  expect(await asking(await appWith(now, keptIn(restored)))(old.name)).toEqual([200, 'old'])
})

test('a database that fails costs only later versions', async () => {
  const own = archive('archive')
  const events: string[] = []
  const fail = () => Promise.reject(new Error('no database'))
  const kept = openKeptPackages({ read: fail, add: fail }, ({ event }) => events.push(event))
  expect(await asking(await appWith(own, kept))(own.name)).toEqual([200, 'archive'])
  expect(events).toEqual(['a package is not kept for later versions'])
})

test('an unknown package is refused with the names of the existing ones', async () => {
  const app = await appWith(archive('a'), nowhere())
  for (const file of [
    'svc-client.tgz',
    '..%2fpackage.json',
    'svc-vitest-9.9.9.tgz',
    'svc-vitest-..%2f..-0123456789ab.tgz',
  ]) {
    const answer = await app.request(`/packages/${file}`, { key: null })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('svc-playwright.tgz, svc-vitest.tgz, svc-jest.tgz, svc-cli.tgz')
  }
})

test('packages that cannot be packed are a failure that says where to look', async () => {
  const app = await makeApp({ packages: offering(() => Promise.reject(new Error('no compiler'))) })
  const answer = await app.request('/packages/svc-cli.tgz', { key: null })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    error: {
      code: 'UNAVAILABLE',
      message: 'The packages could not be packed. The log of the server says why.',
    },
  })
})
