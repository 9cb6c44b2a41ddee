import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeApp } from '../testing/make-app.ts'
import { type KeptPackages, openKeptPackages } from './kept-packages.ts'
import { addressedName } from './package-names.ts'
import { findPackage, type Packages } from './packages.ts'

const offering = (find: Packages['find']): Packages => ({ find, close: () => undefined })
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const archive = (text: string, version = '1.2.3') => {
  const bytes = bytesOf(text)
  return { name: addressedName('vitest', version, bytes), bytes }
}

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'svc-kept-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A server of one version, whose data folder other versions may have used. */
const appWith = (own: ReturnType<typeof archive>, kept: KeptPackages) =>
  makeApp({
    packages: offering((file) => findPackage(file, async () => new Map([['vitest', own]]), kept)),
  })

test('an address without a version leads to one whose bytes never change', async () => {
  const own = archive('archive')
  const app = await appWith(
    own,
    openKeptPackages(folder(), () => undefined),
  )
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

test('after an upgrade, the address of a lock file still has its bytes', async () => {
  const [old, now] = [archive('old', '1.2.3'), archive('new', '1.3.0')]
  const data = folder()
  const log = () => undefined
  const before = await appWith(old, openKeptPackages(data, log))
  expect((await before.request('/packages/svc-vitest.tgz', { key: null })).status).toBe(302)
  const after = await appWith(now, openKeptPackages(data, log))
  const get = async (file: string) => {
    const answer = await after.request(`/packages/${file}`, { key: null })
    return [answer.status, answer.headers.get('Location') ?? (await answer.text())]
  }
  expect(await get(old.name)).toEqual([200, 'old'])
  expect(await get('svc-vitest.tgz')).toEqual([302, now.name])
  expect(await get(now.name)).toEqual([200, 'new'])
  // A damaged file is worse than none: an installation would fail without a reason.
  writeFileSync(join(data, old.name), 'ol')
  const [status, body] = await get(old.name)
  expect(status).toBe(404)
  expect(JSON.parse(String(body)).error.message).toBe(
    `This server does not have ${old.name}. It offers ${now.name}. In your project, npx -y <server>/packages/svc-cli.tgz init --url <server> installs it.`,
  )
})

test('a folder that cannot be written costs only later versions', async () => {
  const own = archive('archive')
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  const events: string[] = []
  const app = await appWith(
    own,
    openKeptPackages(join(file, 'below'), ({ event }) => events.push(event)),
  )
  expect((await app.request(`/packages/${own.name}`, { key: null })).status).toBe(200)
  expect(events).toEqual(['a package is not kept for later versions'])
})

test('an unknown package is refused with the names of the existing ones', async () => {
  const app = await appWith(
    archive('a'),
    openKeptPackages(folder(), () => undefined),
  )
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
