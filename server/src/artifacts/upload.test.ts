import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  declare,
  declared,
  download,
  png,
  put,
  runAttaching,
  sha256,
  store,
  want,
} from '../testing/artifacts.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestApp } from '../testing/make-app.ts'

interface Detail {
  artifacts: Record<string, unknown>[]
  results: { attempts: { attachments?: Record<string, unknown>[] }[] }[]
}

const detailOf = async (app: TestApp, id: string) => (await app.get<Detail>(`/api/executions/${id}`)).data
const filesOf = (app: TestApp) =>
  readdirSync(join(app.folder, 'artifacts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))

onEachDatabase('uploads of artifacts', (make) => {
  test('what was declared and sent comes back byte by byte, and is reported with its attempt', async () => {
    const app = await make()
    const shot = png('PNG: one')
    const { journal, execution } = await runAttaching(app, { pays: [png('', 'not sent'), shot] })
    const { data } = await declare(app, journal, [declared(shot, 0, 1)])
    const id = await want(app, journal, shot, { number: 1 })
    expect(data.items).toEqual([{ entry: 0, number: 1, state: 'send', id }])
    expect((await detailOf(app, execution)).artifacts[1]).toMatchObject({ id, state: 'awaited' })
    expect((await download(app, id)).status).toBe(404)
    expect(await put(app, id, shot.bytes)).toMatchObject({
      status: 200,
      offset: '8',
      data: { id, received: 8, sizeBytes: 8, state: 'stored' },
    })
    expect((await download(app, id)).bytes.equals(shot.bytes)).toBe(true)
    const detail = await detailOf(app, execution)
    const stored = {
      name: 'screenshot',
      contentType: 'image/png',
      state: 'stored',
      id,
      sizeBytes: 8,
      url: `http://svc.test/api/artifacts/${id}`,
    }
    expect(detail.results[0]?.attempts[0]?.attachments).toEqual([
      { name: 'not sent', contentType: 'image/png', state: 'unsent' },
      stored,
    ])
    expect(detail.artifacts[1]).toMatchObject({ ...stored, attempt: 0 })
  })

  test('pieces may end anywhere and continue there; one that begins elsewhere gets the right position', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    expect(await put(app, id, shot.bytes.subarray(0, 4))).toMatchObject({
      offset: '4',
      data: { state: 'awaited' },
    })
    expect(await put(app, id, shot.bytes)).toMatchObject({
      status: 409,
      offset: '4',
      error: { code: 'CONFLICT' },
    })
    expect(await put(app, id, shot.bytes.subarray(6), { offset: 6 })).toMatchObject({
      status: 409,
      offset: '4',
    })
    const progress = await app.get(`/api/artifacts/${id}/upload`)
    expect(progress.data).toEqual({ id, received: 4, sizeBytes: 10, state: 'awaited' })
    const head = await app.request(`/api/artifacts/${id}/upload`, { method: 'HEAD' })
    expect(head.headers.get('upload-offset')).toBe('4')
    expect(await put(app, id, shot.bytes.subarray(4), { offset: 4 })).toMatchObject({
      data: { state: 'stored' },
    })
    // Told again after a lost answer: nothing is taken twice.
    expect(await put(app, id, shot.bytes.subarray(4), { offset: 4 })).toMatchObject({
      status: 200,
      data: { state: 'stored' },
    })
    expect(String((await download(app, id)).bytes)).toBe('0123456789')
    expect(filesOf(app)).toHaveLength(1)
  })

  test('bytes that differ from what was declared are refused and removed', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal, execution } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    expect(await put(app, id, Buffer.from('012345678X'))).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('another sha256') },
    })
    expect(await put(app, id, Buffer.from('0123456789+'))).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('declared with 10 bytes') },
    })
    expect(filesOf(app)).toEqual([])
    expect((await detailOf(app, execution)).artifacts[0]).toMatchObject({ state: 'awaited' })
    expect(await put(app, id, shot.bytes)).toMatchObject({ data: { state: 'stored' } })
  })

  test('a file of no bytes is stored with its empty piece', async () => {
    const app = await make()
    const empty = { name: 'log', contentType: 'text/plain', bytes: new Uint8Array() }
    const { journal } = await runAttaching(app, { pays: [empty] })
    const id = await store(app, journal, empty)
    expect(await download(app, id)).toMatchObject({ status: 200, bytes: Buffer.from('') })
    expect((await download(app, id, { Range: 'bytes=0-0' })).status).toBe(416)
  })

  test('equal bytes are kept once for an organization and asked for once for each project', async () => {
    const app = await make()
    const shot = png('the same')
    const first = await runAttaching(app, { pays: [shot], refunds: [shot] })
    const both = (await declare(app, first.journal, [declared(shot, 0), declared(shot, 1)])).data.items
    expect(both.map(({ state }) => state)).toEqual(['send', 'send'])
    const [id, other] = both.map((one) => ('id' in one ? one.id : '')) as [string, string]
    await put(app, id, shot.bytes)
    // The one upload was for both.
    expect(String((await download(app, other)).bytes)).toBe('the same')
    const second = await runAttaching(app, { pays: [shot] })
    expect((await declare(app, second.journal, [declared(shot, 0)])).data.items).toMatchObject([
      { state: 'stored' },
    ])
    // What another project has must not be had, nor be known, by its sum alone.
    const third = await runAttaching(app, { pays: [shot] }, { project: 'other' })
    await store(app, third.journal, shot)
    expect(filesOf(app)).toHaveLength(1)
  })

  test('more than the limits is left out, with the reason', async () => {
    const app = await make({ artifacts: { fileBytes: 8, executionFiles: 2, executionBytes: 12 } })
    const [large, four, eight, two] = ['123456789', 'four', '12345678', 'ab'].map((text) => png(text))
    const all = [large, four, eight, two, two] as Parameters<typeof declared>[0][]
    const { journal, execution } = await runAttaching(app, { pays: all })
    const answers = (
      await declare(
        app,
        journal,
        all.map((one, number) => declared(one, 0, number)),
      )
    ).data.items
    expect(answers).toEqual([
      { entry: 0, number: 0, state: 'left', reason: 'It has 9 bytes, and an artifact may have 8.' },
      { entry: 0, number: 1, state: 'send', id: expect.any(String) },
      { entry: 0, number: 2, state: 'send', id: expect.any(String) },
      {
        entry: 0,
        number: 3,
        state: 'left',
        reason: 'The execution has 2 artifacts already, which is the most it may have.',
      },
      { entry: 0, number: 4, state: 'left', reason: expect.any(String) },
    ])
    const { artifacts } = await detailOf(app, execution)
    expect(artifacts.map(({ state }) => state)).toEqual(['left', 'awaited', 'awaited', 'left', 'unsent'])
    expect(artifacts[0]).toMatchObject({ reason: 'It has 9 bytes, and an artifact may have 8.' })
    // Another run of the suite has limits of its own; 4 + 8 bytes are 12, one more is too many.
    const next = await runAttaching(app, { pays: [eight, four, two] as never })
    const third = await declare(app, next.journal, [
      declared(eight as never, 0, 0),
      declared(png('fives'), 0, 1),
    ])
    expect(third.data.items[1]).toMatchObject({
      state: 'left',
      reason: 'With it the execution would have more than 12 bytes of artifacts.',
    })
  })

  test('the reporter declares omitted files, and may send the checksum of a large one later', async () => {
    const app = await make({ artifacts: { fileBytes: 20 } })
    const { journal, execution } = await runAttaching(app, { pays: [png('a'), png('b'), png('c')] })
    const items = [
      { entry: 0, number: 0, leftOut: 'symlink' },
      { entry: 0, number: 1, sizeBytes: 20 },
      { entry: 0, number: 2, sizeBytes: 21 },
    ]
    expect((await declare(app, journal, items)).data.items).toEqual([
      { entry: 0, number: 0, state: 'left', reason: 'It is a symbolic link.' },
      { entry: 0, number: 1, state: 'hash' },
      { entry: 0, number: 2, state: 'left', reason: 'It has 21 bytes, and an artifact may have 20.' },
    ])
    const { artifacts } = await detailOf(app, execution)
    expect(artifacts.map(({ state }) => state)).toEqual(['left', 'unsent', 'left'])
  })

  test('stored artifacts stay the same after later declarations; awaited ones may change', async () => {
    const app = await make()
    const [old, fresh] = [png('old'), png('fresh')]
    const { journal } = await runAttaching(app, { pays: [old] })
    await declare(app, journal, [declared(old, 0)])
    const id = await store(app, journal, fresh)
    for (const item of [declared(old, 0), { entry: 0, number: 0, leftOut: 'vanished' }])
      expect((await declare(app, journal, [item])).data.items).toEqual([
        { entry: 0, number: 0, state: 'stored', id },
      ])
    // The file that nobody will send any more has no row left.
    const rows = await app.store.read.selectFrom('artifact_file').select('sha256').execute()
    expect(rows).toEqual([{ sha256: sha256(fresh.bytes) }])
  })

  test('an attempt that has no such attachment is refused, and nothing is noted', async () => {
    const app = await make()
    const { journal } = await runAttaching(app, { pays: [png('a')] })
    const answers = (
      await declare(app, journal, [declared(png('a'), 0, 1), declared(png('a'), 7), declared(png('a'), 1)])
    ).data.items
    expect(answers.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused'])
    expect(await app.store.read.selectFrom('artifact').select('id').execute()).toEqual([])
  })

  test('bad input is named', async () => {
    const app = await make()
    const { journal } = await runAttaching(app, { pays: [png('a')] })
    const good = declared(png('a'), 0)
    const refusal = async (items: unknown, more = {}) =>
      (await app.post('/api/artifacts', { journal, items, ...more })).error
    for (const [items, words] of [
      [[], 'items'],
      [Array.from({ length: 101 }, () => good), 'items'],
      [[{ ...good, sha256: 'ABC' }], 'sha256'],
      [[{ ...good, entry: -1 }], 'entry'],
      [[{ ...good, entry: 2 ** 31 }], 'entry'],
      [[{ ...good, number: 100 }], 'number'],
      [[{ ...good, sizeBytes: 1.5 }], 'sizeBytes'],
      [[{ ...good, leftOut: 'bored' }], 'leftOut'],
      [[{ ...good, path: '/etc/passwd' }], 'path'],
    ] as const)
      expect(await refusal(items)).toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(words),
      })
    expect(await refusal([good], { journal: 'x' })).toMatchObject({ code: 'INVALID_REQUEST' })
    expect(await refusal([good], { journal: '00000000-0000-4000-8000-ffffffffffff' })).toMatchObject({
      code: 'NOT_FOUND',
    })
    const id = await want(app, journal, png('a'))
    const wrong = (headers: Record<string, string>) =>
      app.request(`/api/artifacts/${id}/upload`, { method: 'PUT', body: 'a', headers })
    const right = { 'content-type': 'application/octet-stream', 'upload-offset': '0' }
    const faulty: [header: string, headers: Record<string, string>][] = [
      ['upload-offset', { ...right, 'upload-offset': '-1' }],
      ['upload-offset', { ...right, 'upload-offset': '9'.repeat(16) }],
      ['upload-offset', { 'content-type': right['content-type'] }],
      ['Content-Type', { ...right, 'content-type': 'application/json' }],
      ['Content-Type', { 'upload-offset': '0' }],
      ['Content-Encoding', { ...right, 'content-encoding': 'gzip' }],
    ]
    const refuseAll = async () => {
      for (const [header, headers] of faulty) {
        const refused = await wrong(headers)
        expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(header)])
      }
    }
    await refuseAll()
    expect((await wrong(right)).status).toBe(200)
    // What is stored already is no reason to take anything.
    await refuseAll()
    expect((await app.request(`/api/artifacts/${id}/upload?x=1`, { method: 'PUT' })).status).toBe(400)
    for (const path of ['/api/artifacts/x', '/api/artifacts/x/upload', `/api/artifacts/${journal}`])
      expect((await app.request(path)).status).toBe(404)
  })

  test('a disk that is full is reported in words, and what is there is kept', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal, execution } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    const row = await app.store.read.selectFrom('artifact_file').select('key').executeTakeFirstOrThrow()
    const { project_id } = await app.store.read
      .selectFrom('execution')
      .select('project_id')
      .executeTakeFirstOrThrow()
    const incoming = join(app.folder, 'artifacts', 'incoming')
    mkdirSync(incoming, { recursive: true })
    const full = join(incoming, `${row.key.slice(row.key.indexOf('.') + 1)}.${project_id}`)
    symlinkSync('/dev/full', full)
    const answer = await put(app, id, shot.bytes)
    expect(answer).toMatchObject({
      status: 507,
      error: { code: 'STORAGE_FULL', message: expect.stringMatching(/disk for artifacts is full/) },
    })
    expect(app.logged).toMatchObject([{ level: 'error', event: 'artifacts out of order' }])
    expect((await detailOf(app, execution)).artifacts[0]).toMatchObject({ state: 'awaited' })
    expect((await app.get(`/api/executions/${execution}`)).status).toBe(200)
  })

  test('a folder that was moved or replaced is reported, is not created again, and works again once it is back', async () => {
    const app = await make()
    const folder = join(app.folder, 'artifacts')
    const away = join(app.folder, 'away')
    const [first, second] = [png('the first'), png('the second', 'other')]
    const { journal } = await runAttaching(app, { pays: [first, second] })
    const stored = await want(app, journal, first)
    const awaited = await want(app, journal, second, { number: 1 })
    expect((await put(app, stored, first.bytes)).status).toBe(200)
    const ready = async () => {
      const answer = await app.request('/readyz', { key: null })
      return [answer.status, await answer.text()]
    }
    const isGone = {
      status: 503,
      error: { code: 'UNAVAILABLE', message: expect.stringMatching(/folder of artifacts is gone/) },
    }
    const refusesAll = async () => {
      expect(await put(app, awaited, second.bytes)).toMatchObject(isGone)
      expect(await put(app, stored, first.bytes)).toMatchObject(isGone)
      expect((await app.request(`/api/artifacts/${stored}`)).status).toBe(503)
      expect(await ready()).toEqual([
        503,
        expect.stringMatching(/folder of artifacts was removed or replaced/),
      ])
    }
    renameSync(folder, away)
    await refusesAll()
    expect(existsSync(folder)).toBe(false)
    // As by a volume that is not mounted.
    mkdirSync(folder)
    await refusesAll()
    expect(readdirSync(folder)).toEqual([])
    rmdirSync(folder)
    renameSync(away, folder)
    expect((await ready())[0]).toBe(200)
    expect(await put(app, awaited, second.bytes)).toMatchObject({ status: 200, data: { state: 'stored' } })
    expect((await download(app, stored)).bytes.equals(first.bytes)).toBe(true)
    expect(app.logged.map(({ event }) => event)).toEqual([
      'artifacts out of order',
      'artifacts in order again',
    ])
  })
})
