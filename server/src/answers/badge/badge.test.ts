import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp, TestRequest } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, flaky, passed, run, send, settled } from '../../testing/upload.ts'

interface Badge {
  url: string | null
  markdown: string | null
  createdAt: string | null
}

const PATH = '/api/projects/shop/badge'

async function makeBadge(app: TestApp): Promise<string> {
  const { data } = await app.post<Badge>(PATH, {})
  return new URL(data.url ?? '').pathname
}

/** What the badge at this address says, as somebody without a key sees it. */
async function look(app: TestApp, path: string, init: TestRequest = {}) {
  const response = await app.request(path, { key: null, ...init })
  const svg = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    says: /<title>(.*?)<\/title>/.exec(svg)?.[1],
    svg,
  }
}

const says = async (app: TestApp, path: string) => (await look(app, path)).says

onEachDatabase('the badge', (make) => {
  test('says how the default branch stands, suite by suite, by runs that count', async () => {
    const app = await make()
    await send(app, run({ end: null, results: [failed('a')] }))
    const path = await makeBadge(app)
    expect(await says(app, path)).toBe('tests: unknown')
    await settled(app, { results: [passed('a'), flaky('b'), passed('c')] })
    expect(await says(app, path)).toBe('tests: 3 passing')
    await settled(app, { suite: 'e2e', results: [passed('d')] })
    expect(await says(app, path)).toBe('tests: 4 passing')
    // None of these says anything of the branch.
    const bad = { results: [failed('a')] }
    await settled(app, { ...bad, trust: 'fork' })
    await settled(app, { ...bad, trust: 'local' })
    await settled(app, { ...bad, code: { branch: 'main', dirty: true } })
    await settled(app, { ...bad, code: { branch: 'main', pullRequest: 3 } })
    await settled(app, { ...bad, code: { branch: 'fix' } })
    await settled(app, { ...bad, end: 'interrupted' })
    expect(await says(app, path)).toBe('tests: 4 passing')
    await settled(app, { suite: 'e2e', results: [passed('d'), failed('e'), failed('f')] })
    expect(await says(app, path)).toBe('tests: 2 failing')
    expect(await says(app, `${path}?suite=e2e`)).toBe('e2e: 2 failing')
    expect(await says(app, `${path}?suite=default&branch=main`)).toBe('default: 3 passing')
    expect(await says(app, `${path}?branch=fix`)).toBe('tests: 1 failing')
    for (const none of ['branch=nowhere', 'suite=nothing', `branch=${'x'.repeat(5_000)}`, 'branch=%00'])
      expect((await look(app, `${path}?${none}`)).status).toBe(200)
    expect(await says(app, `${path}?branch=nowhere`)).toBe('tests: unknown')
    // Whatever else stands in the address, as some put a number there against caches.
    expect(await says(app, `${path}?branch=&v=1`)).toBe('tests: 2 failing')
    await settled(app, { suite: 'e2e', errors: [{ failure: { message: 'x' } }] })
    expect(await says(app, path)).toBe('tests: failing')
  })

  test('the default branch is the one the project has, else main, else master', async () => {
    const app = await make()
    await settled(app, { code: { branch: 'master' }, results: [passed('a')] })
    const path = await makeBadge(app)
    expect(await says(app, path)).toBe('tests: 1 passing')
    await settled(app, { code: { branch: 'trunk', defaultBranch: 'trunk' }, results: [failed('a')] })
    expect(await says(app, path)).toBe('tests: 1 failing')
  })

  test('before the first CI run of a project, local runs count', async () => {
    const app = await make()
    await settled(app, { trust: 'local', results: [passed('a')] })
    const path = await makeBadge(app)
    expect(await says(app, path)).toBe('tests: 1 passing')
    await settled(app, { code: { branch: 'fix' }, results: [passed('a')] })
    expect(await says(app, path)).toBe('tests: unknown')
  })

  test('one address at a time, made by editors, ended by them, and gone with the project', async () => {
    const app = await make()
    await settled(app, { results: [passed('a')] })
    const other = await addOrganization(app)
    expect((await app.get<Badge>(PATH)).data).toEqual({ url: null, markdown: null, createdAt: null })
    const first = await makeBadge(app)
    const second = await makeBadge(app)
    expect(first).toMatch(/^\/badge\/[\w-]{22}\.svg$/)
    expect(await says(app, first)).toBeUndefined()
    expect((await app.get<Badge>(PATH)).data).toMatchObject({
      url: `http://svc.test${second}`,
      markdown: `[![tests of shop](http://svc.test${second})](http://svc.test)`,
    })
    const viewer = (await app.post<{ value: string }>('/api/keys', { name: 'v', role: 'viewer' })).data.value
    await settled(app, { project: 'else', results: [passed('a')] })
    const bound = (await app.post<{ value: string }>('/api/keys', { name: 'b', project: 'else' })).data.value
    expect((await app.get<Badge>(PATH, { key: viewer })).data.url).toContain(second)
    expect((await app.post(PATH, {}, { key: viewer })).status).toBe(403)
    for (const key of [other, bound]) {
      expect((await app.get(PATH, { key })).status).toBe(404)
      expect((await app.post(PATH, {}, { key })).status).toBe(404)
      expect((await app.delete(PATH, { key })).status).toBe(404)
    }
    expect((await app.delete<Badge>(PATH)).data.url).toBeNull()
    expect((await look(app, second)).status).toBe(404)
    const third = await makeBadge(app)
    const { data: audit } = await app.get<{ action: string }[]>('/api/audit')
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith('badge.'))).toEqual([
      'badge.created',
      'badge.deleted',
      'badge.created',
      'badge.created',
    ])
    await app.delete('/api/projects/shop')
    await app.removeDeleted()
    expect((await look(app, third)).status).toBe(404)
  })

  test('a wrong token is NOT_FOUND, and an address that guesses is slowed down', async () => {
    const app = await make({ rateLimits: { failures: 3, reads: 5 } })
    await settled(app, { results: [passed('a')] })
    const path = await makeBadge(app)
    for (const wrong of ['/badge/x.svg', `/badge/${'a'.repeat(22)}.svg`, path.replace('.svg', '.png')])
      expect((await look(app, wrong, { remoteAddress: '192.0.2.7' })).status).toBe(404)
    expect((await look(app, '/badge/x.svg', { remoteAddress: '192.0.2.7' })).status).toBe(429)
    for (let i = 0; i < 5; i++) expect((await look(app, path)).status).toBe(200)
    const { status, headers } = await look(app, path)
    expect([status, headers.get('Retry-After')]).toEqual([429, '60'])
    expect((await look(app, path, { remoteAddress: '192.0.2.9' })).status).toBe(200)
  })

  test('caches may keep it for a minute, and ask again with its tag', async () => {
    const app = await make()
    await settled(app, { results: [passed('a')] })
    const path = await makeBadge(app)
    const { headers } = await look(app, path)
    expect(headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('public, max-age=60')
    const tag = headers.get('ETag') ?? ''
    const again = await look(app, path, { headers: { 'If-None-Match': `"other", W/${tag}` } })
    expect([again.status, again.svg]).toEqual([304, ''])
    await settled(app, { results: [failed('a')] })
    expect((await look(app, path, { headers: { 'If-None-Match': tag } })).status).toBe(200)
  })
})
