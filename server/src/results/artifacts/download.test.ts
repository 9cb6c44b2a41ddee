import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  declare,
  declared,
  download,
  type MadeArtifact,
  png,
  put,
  runAttaching,
  sha256,
  store,
  want,
} from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'

const stored = async (app: TestApp, artifact: MadeArtifact) => {
  const { journal } = await runAttaching(app, { pays: [artifact] })
  return store(app, journal, artifact)
}

test('ranges, and what a browser has already', async () => {
  const app = await makeApp()
  const id = await stored(app, png('0123456789'))
  const get = async (range: string, more = {}) => {
    const { status, headers, bytes } = await download(app, id, { Range: range, ...more })
    return [status, headers.get('content-range'), String(bytes)]
  }
  expect(await get('bytes=0-3')).toEqual([206, 'bytes 0-3/10', '0123'])
  expect(await get('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await get('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await get('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await get('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  for (const outside of ['bytes=10-', 'bytes=99-100', 'bytes=-0'])
    expect((await get(outside)).slice(0, 2)).toEqual([416, 'bytes */10'])
  for (const odd of ['bytes=5-2', 'bytes=-', 'bytes=0-1,4-5', 'lines=0-1', `bytes=${'9'.repeat(40)}-`])
    expect(await get(odd)).toEqual([200, null, '0123456789'])
  const etag = `"${sha256(Buffer.from('0123456789'))}"`
  expect((await get('bytes=0-3', { 'If-Range': etag }))[0]).toBe(206)
  expect((await get('bytes=0-3', { 'If-Range': '"old"' }))[0]).toBe(200)
  for (const known of [etag, `"x", W/${etag}`, '*'])
    expect(await download(app, id, { 'If-None-Match': known })).toMatchObject({ status: 304 })
  expect(await download(app, id, { 'If-None-Match': '"old"' })).toMatchObject({ status: 200 })
  const head = await app.request(`/api/artifacts/${id}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
})

test('nothing that a test attached can run in the browser of who looks at it', async () => {
  const app = await makeApp()
  const hostile = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const served = async (contentType: string) => {
    const page = Buffer.from(`${hostile}<!-- ${contentType} -->`)
    const id = await stored(app, { name: 'evil', contentType, bytes: page })
    const { headers, bytes } = await download(app, id)
    expect(bytes.equals(page)).toBe(true)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]
  }
  const download_ = ['application/octet-stream', 'attachment']
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    'application/pdf',
    'application/json',
    'TEXT/HTML; charset=utf-8',
    ' image/svg+xml',
    'text/plain\r\nX-Evil: 1',
    'image/png, text/html',
    'multipart/x-mixed-replace',
    '',
  ])
    expect(await served(type), type).toEqual(download_)
  for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4', 'video/webm'])
    expect(await served(type)).toEqual([type, 'inline'])
  expect(await served('text/plain; charset=utf-7')).toEqual(['text/plain; charset=utf-8', 'inline'])
})

test('a name leads to a file name that no disk and no header trips over', async () => {
  const app = await makeApp()
  const named = async (name: string, contentType = 'image/png') => {
    const id = await stored(app, { name, contentType, bytes: Buffer.from(name) })
    return (await download(app, id)).headers.get('content-disposition')
  }
  expect(await named('screenshot')).toBe(`inline; filename="screenshot.png"; filename*=UTF-8''screenshot.png`)
  expect(await named('trace', 'application/zip')).toBe(
    `attachment; filename="trace.zip"; filename*=UTF-8''trace.zip`,
  )
  expect(await named('report', 'constructor')).toContain('filename="report";')
  expect(await named('after.jpg')).toContain('filename="after.jpg"')
  expect(await named('../../etc/passwd')).toContain('filename="_.._etc_passwd.png"')
  expect(await named('a"; filename="b.exe\r\nX: y')).toContain('filename="a_; filename=_b.exe_X_ y.png"')
  expect(await named(`${'a'.repeat(149)}🧪`)).toContain(`filename="${'a'.repeat(149)}_.png"`)
  expect(await named('größe %41.png')).toBe(
    `inline; filename="gr__e _41.png"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%2541.png`,
  )
  expect(await named('\u202egnp.exe')).toContain('filename="_gnp.exe"')
  expect(await named('...')).toContain('filename="artifact.png"')
  // Letters without a shape, and blanks, do not move an ending out of sight.
  expect(await named(`report.pdf${'\u3164'.repeat(90)}.exe`)).toContain('filename="report.pdf_.exe"')
  expect(await named(`report.pdf${' \u2003'.repeat(60)}.exe`)).toContain('filename="report.pdf .exe"')
  expect(await named(`a\u2800\u115f\u034f.exe`)).toContain('filename="a_.exe"')
  expect(await named('❤️.png')).toContain(`filename*=UTF-8''${encodeURIComponent('❤️')}.png`)
})

test('as many downloads go on at a time as are allowed; one that ends or is given up makes room', async () => {
  const app = await makeApp({ artifacts: { downloads: 2 } })
  const bytes = Buffer.alloc(2_000_000, 1)
  const id = await stored(app, { name: 'video', contentType: 'video/webm', bytes })
  const begin = () => app.request(`/api/artifacts/${id}`)
  const [first, second] = [await begin(), await begin()]
  const third = await begin()
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await app.request(`/api/artifacts/${id}`, { method: 'HEAD' })).status).toBe(200)
  // Another credential has its own.
  const other = await app.post<{ value: string }>('/api/keys', { name: 'k', role: 'viewer' })
  expect((await download(app, id, {}, other.data.value)).status).toBe(200)
  await first.body?.cancel()
  expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true)
  for (const turn of [1, 2, 3]) expect((await download(app, id)).status, String(turn)).toBe(200)
})

test('bytes count against their own budget, and neither they nor downloads as reads or writes', async () => {
  const app = await makeApp({ rateLimits: { reads: 1, writes: 2, ingestBytes: 20_000 } })
  const shot = { name: 'log', contentType: 'text/plain', bytes: Buffer.alloc(15_000, 'a') }
  const { journal } = await runAttaching(app, { pays: [shot] })
  const id = await store(app, journal, shot)
  for (let i = 0; i < 3; i++) expect((await download(app, id)).status).toBe(200)
  expect((await declare(app, journal, [declared(shot, 0)])).status).toBe(200)
  const more = { ...shot, bytes: Buffer.alloc(6_000, 'b') }
  const next = await runAttaching(app, { pays: [more] })
  const another = await want(app, next.journal, more)
  // The piece under way when the budget ends is taken whole.
  expect((await put(app, another, more.bytes.subarray(0, 5_999))).status).toBe(200)
  expect(await put(app, another, more.bytes.subarray(5_999), { offset: 5_999 })).toMatchObject({
    status: 429,
  })
  expect((await declare(app, journal, [declared(shot, 0)])).error).toMatchObject({ code: 'RATE_LIMITED' })
  app.advance(61_000)
  expect((await put(app, another, more.bytes.subarray(5_999), { offset: 5_999 })).status).toBe(200)
})

onEachDatabase('artifacts between organizations and projects', (make) => {
  test('another organization finds nothing, and learns nothing from a sum', async () => {
    const app = await make()
    const shot = png('secret screenshot')
    const { execution, journal } = await runAttaching(app, { pays: [shot] })
    const id = await store(app, journal, shot)
    const key = await addOrganization(app)
    expect((await download(app, id, {}, key)).status).toBe(404)
    expect(await put(app, id, shot.bytes, { key })).toMatchObject({ status: 404 })
    expect((await app.get(`/api/artifacts/${id}/upload`, { key })).status).toBe(404)
    expect((await app.get(`/api/executions/${execution}/artifacts`, { key })).status).toBe(404)
    expect((await declare(app, journal, [declared(shot, 0)], key)).status).toBe(404)
    const own = await runAttaching(app, { pays: [shot] }, { key })
    const ownId = await want(app, own.journal, shot, { key })
    expect((await download(app, ownId, {}, key)).status).toBe(404)
    await put(app, ownId, shot.bytes, { key })
    expect((await app.store.read.selectFrom('artifact_file').select('id').execute()).length).toBe(2)
  })

  test('a key of one project reaches that project’s only; a viewer reads, and a key that ingests does not', async () => {
    const app = await make()
    const shot = png('of the shop')
    const { execution, journal } = await runAttaching(app, { pays: [shot] })
    const id = await store(app, journal, shot)
    await runAttaching(app, { pays: [shot] }, { project: 'other' })
    const keyWith = async (wanted: object) =>
      (await app.post<{ value: string }>('/api/keys', { name: 'k', ...wanted })).data.value
    const other = await keyWith({ project: 'other' })
    expect((await download(app, id, {}, other)).status).toBe(404)
    expect((await app.get(`/api/executions/${execution}/artifacts`, { key: other })).status).toBe(404)
    expect((await declare(app, journal, [declared(shot, 0)], other)).status).toBe(404)
    expect((await put(app, id, shot.bytes, { key: other })).status).toBe(404)
    const shop = await keyWith({ project: 'shop' })
    expect((await download(app, id, {}, shop)).status).toBe(200)
    const viewer = await keyWith({ role: 'viewer' })
    expect((await download(app, id, {}, viewer)).status).toBe(200)
    expect((await declare(app, journal, [declared(shot, 0)], viewer)).error?.code).toBe('FORBIDDEN')
    expect((await put(app, id, shot.bytes, { key: viewer })).error?.code).toBe('FORBIDDEN')
    const ingest = await keyWith({ scopes: ['ingest'] })
    expect((await download(app, id, {}, ingest)).status).toBe(403)
    expect((await app.request(`/api/artifacts/${id}`, { key: null })).status).toBe(401)
  })

  test('they are listed page by page, and one whose file is gone is listed as missing', async () => {
    const app = await make()
    const shots = ['a', 'b', 'c'].map((text) => png(text, text))
    const { execution, journal } = await runAttaching(app, { pays: shots })
    const ids: string[] = []
    for (const [number, shot] of shots.entries()) ids.push(await store(app, journal, shot, { number }))
    const list = (query: string) =>
      app.get<Record<string, unknown>[]>(`/api/executions/${execution}/artifacts?${query}`)
    const first = await list('limit=2')
    expect(first.data).toMatchObject([{ id: ids[0] }, { id: ids[1] }])
    const second = await list(`limit=2&cursor=${first.page?.nextCursor}`)
    expect(second.data).toEqual([
      {
        id: ids[2],
        testId: expect.stringMatching(/^[0-9a-f]{32}$/),
        part: 1,
        leg: 'linux-x64-node24',
        attempt: 0,
        name: 'c',
        contentType: 'image/png',
        sizeBytes: 1,
        state: 'stored',
        reason: null,
        url: `http://svc.test/api/artifacts/${ids[2]}`,
      },
    ])
    expect(second.page).toEqual({ nextCursor: null })
    for (const bad of ['limit=0', 'limit=201', 'cursor=x', 'state=stored'])
      expect((await list(bad)).error?.code, bad).toBe('INVALID_REQUEST')
    const { key } = await app.store.read
      .selectFrom('artifact_file')
      .select('key')
      .where('sha256', '=', sha256(Buffer.from('b')))
      .executeTakeFirstOrThrow()
    rmSync(join(app.folder, 'artifacts', key))
    expect((await list('')).data.map(({ state, url }) => [state, url === null])).toEqual([
      ['stored', false],
      ['missing', true],
      ['stored', false],
    ])
    const gone = await app.get(`/api/artifacts/${ids[1]}`)
    expect(gone.error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('missing') })
    const detail = await app.get<{ artifacts: { state: string; url?: string }[] }>(
      `/api/executions/${execution}`,
    )
    expect(detail.data.artifacts.map(({ state }) => state)).toEqual(['stored', 'missing', 'stored'])
    // A run that brings the same bytes is not told that they are here.
    const next = await runAttaching(app, { pays: [shots[1] as MadeArtifact] })
    await store(app, next.journal, shots[1] as MadeArtifact)
    expect((await list('')).data.map(({ state }) => state)).toEqual(['stored', 'stored', 'stored'])
  })
})
