import { expect, test } from 'vitest'
import {
  declare,
  declared,
  detailOf,
  png,
  runAttaching,
  sha256,
  store,
  want,
} from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'

onEachDatabase('declarations of artifacts', (make) => {
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
})
