import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../testing/folder.ts'
import { makeApp } from '../../testing/make-app.ts'
import { readBuilt } from './built-files.ts'
import type { Dashboard, DashboardState } from './dashboard.ts'

const showing = (state: DashboardState): Dashboard => ({ state: () => state, close: () => undefined })

function built(): Dashboard {
  const folder = makeFolder()
  write(folder, {
    'index.html': '<html lang="en"></html>',
    'stamp.json': '{}',
    'assets/index-1.js': 'plain',
    'assets/index-1.js.br': 'brotli',
    'assets/index-1.js.gz': 'gzip',
    'trace/index.html': 'viewer',
    'trace/snapshot.html': 'a snapshot in the whole window',
    'trace/assets/x-1.js': 'x',
  })
  return showing({ is: 'ready', files: readBuilt(folder) })
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

test('every page is the same document under a strict policy, and unchanged it is not sent again', async () => {
  const app = await makeApp({ dashboard: built() })
  for (const path of [
    '/',
    '/executions/any',
    '/o/default/shop/executions',
    '/welcome',
    '/join',
    '/sign-in?next=/',
  ]) {
    const answer = await app.request(path, { key: null })
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("script-src 'self'; style-src 'self'")
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types svc-worker")
    expect(answer.headers.get('Cache-Control')).toBe('no-cache')
    const again = await app.request(path, {
      key: null,
      headers: { 'If-None-Match': answer.headers.get('ETag') ?? '' },
    })
    expect(again.status).toBe(304)
  }
})

test('a browser gets the page for an address that leads nowhere; a program gets JSON', async () => {
  const ready = await makeApp({ dashboard: built() })
  const asked = (app: typeof ready, path: string, accept: string, method = 'GET') =>
    app.request(path, { key: null, method, headers: { Accept: accept } })
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const path of ['/executions', '/no/such/page', '/docs/none', '/apiary']) {
    const page = await asked(ready, path, browser)
    expect([path, page.status, page.headers.get('Content-Type')]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ])
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
    expect(await (await asked(ready, path, '*/*')).json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }
  for (const path of ['/api', '/api/none', '/auth/none', '/assets/none.js', '/trace/none', '/packages/none'])
    expect(await (await asked(ready, path, browser)).json()).toMatchObject({ success: false })
  const posted = await asked(ready, '/no/such/page', browser, 'POST')
  expect([posted.status, posted.headers.get('Content-Type')]).toEqual([404, 'application/json'])
  const without = await makeApp({})
  const words = await asked(without, '/no/such/page', browser)
  expect([words.status, await words.text()]).toEqual([404, expect.stringContaining('has no dashboard')])
})

test('the theme of the cookie is in the document, and nothing else of it', async () => {
  const app = await makeApp({ dashboard: built() })
  const htmlOf = async (cookie: string) =>
    (await app.request('/', { key: null, headers: { Cookie: `svc_theme=${cookie}` } })).text()
  expect(await htmlOf('dark')).toBe('<html data-theme="dark" lang="en"></html>')
  expect(await htmlOf('%22%3E%3Cscript%3E')).toBe('<html lang="en"></html>')
})

test('assets are compressed and immutable, and a missing one is not answered with a page', async () => {
  const app = await makeApp({ dashboard: built() })
  const read = async (encoding: string) => {
    const answer = await app.request('/assets/index-1.js', {
      key: null,
      headers: { 'Accept-Encoding': encoding },
    })
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
    return [answer.headers.get('Content-Encoding'), await answer.text()]
  }
  expect(await read('gzip, br')).toEqual(['br', 'brotli'])
  expect(await read('gzip, br;q=0')).toEqual(['gzip', 'gzip'])
  expect(await read('')).toEqual([null, 'plain'])
  for (const path of [
    '/assets/index-0.js',
    '/assets/index-1.js.br',
    '/assets/../stamp.json',
    '/assets/..%2fstamp.json',
  ])
    expect((await app.request(path, { key: null })).status).toBe(404)
})

test('a build that replaces the files of a running server leaves no broken page', async () => {
  const folder = makeFolder()
  const build = (n: number) => ({
    'index.html': `<html lang="en">${n}</html>`,
    [`assets/index-${n}.js`]: `script ${n}`,
    [`assets/index-${n}.js.br`]: `brotli ${n}`,
    [`assets/lazy-${n}.js`]: `lazy ${n}`,
  })
  write(folder, { ...build(1), 'stamp.json': '1' })
  const app = await makeApp({ dashboard: showing({ is: 'ready', files: readBuilt(folder) }) })
  const read = async (path: string, encoding = '') => {
    const answer = await app.request(path, { key: null, headers: { 'Accept-Encoding': encoding } })
    return answer.status === 200 ? answer.text() : answer.status
  }
  expect(await read('/assets/index-1.js', 'br')).toBe('brotli 1')

  rmSync(folder, { recursive: true })
  expect(await read('/assets/lazy-1.js')).toBe(404)
  write(folder, build(2))
  expect(await read('/assets/lazy-1.js')).toBe(404)
  // Until the new build is whole, the page names the files of the old one.
  expect(await read('/')).toBe('<html lang="en">1</html>')

  write(folder, { 'stamp.json': '2' })
  expect(await read('/assets/lazy-1.js')).toBe(404)
  expect(await read('/')).toBe('<html lang="en">2</html>')
  expect(await read('/assets/index-2.js', 'br')).toBe('brotli 2')
  expect(await read('/assets/lazy-2.js')).toBe('lazy 2')
  expect(await read('/assets/index-1.js')).toBe(404)
})

test('a snapshot has no tab of its own at the address of the pages', async () => {
  const app = await makeApp({ dashboard: built() })
  for (const path of ['/trace/snapshot.html?r=/trace/snapshot/x', '/trace/%73napshot%2ehtml']) {
    const answer = await app.request(path, { key: null })
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('only beside its trace'),
    ])
  }
})

test('a snapshot has a tab at the origin of artifacts', async () => {
  const artifacts = { origin: 'http://files.svc.test' }
  const app = await makeApp({ dashboard: built(), artifacts, publicUrl: 'http://svc.test' })
  const answer = await app.request(`${artifacts.origin}/trace/snapshot.html`, { key: null })
  expect([answer.status, await answer.text()]).toEqual([200, 'a snapshot in the whole window'])
})

test('the trace viewer has its own policy, which lets this server frame it', async () => {
  const app = await makeApp({ dashboard: built() })
  const answer = await app.request('/trace/index.html', { key: null })
  expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
  expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  expect((await app.request('/trace/uiMode.html', { key: null })).status).toBe(404)
})

test.each([
  ['building', 503, 'being built'],
  ['failed', 500, 'could not be built'],
  ['off', 404, 'no dashboard'],
] as const)('a dashboard that is %s says so', async (is, status, words) => {
  const app = await makeApp({ dashboard: showing({ is }) })
  const answer = await app.request('/executions/any', { key: null })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(words)
  expect(answer.headers.get('Refresh')).toBe(is === 'building' ? '2' : null)
  expect((await app.get('/api/projects')).status).toBe(200)
})
