import { expect, test } from 'vitest'
import { makeApp } from '../testing/make-app.ts'
import type { Packages } from './packages.ts'

const offering = (find: Packages['find']): Packages => ({ find, close: () => undefined })
const archive = { bytes: new TextEncoder().encode('archive'), etag: '"tag"' }

test('everyone may fetch an archive, and an unchanged one is not sent again', async () => {
  const app = await makeApp({
    packages: offering(async (file) => (file === 'svc-vitest.tgz' ? archive : null)),
  })
  const get = (headers = {}) => app.request('/packages/svc-vitest.tgz', { key: null, headers })
  const answer = await get({ 'Accept-Encoding': 'gzip, br' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/gzip')
  expect(answer.headers.get('Content-Encoding')).toBeNull()
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  expect(await answer.text()).toBe('archive')
  expect((await get({ 'If-None-Match': 'W/"tag"' })).status).toBe(304)
})

test('what is no package is named beside those that are', async () => {
  const app = await makeApp({ packages: offering(async () => null) })
  for (const file of ['svc-client.tgz', '..%2fpackage.json', 'svc-vitest-9.9.9.tgz']) {
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
