import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { compare, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, passed, settled, skipped } from '../../testing/upload.ts'

interface Rename {
  id: string
  project: string
  from: { testId: string; titles: string[] }
  to: { testId: string; titles: string[] }
  confirmedBy: string
  undoneAt: string | null
}

/** The id of a test by its title, as executions tell it. */
async function idOf(app: TestApp, execution: string, title: string): Promise<string> {
  const { data } = await app.get<{ results: { testId: string; titles: string[] }[] }>(
    `/api/executions/${execution}`,
  )
  return data.results.find(({ titles }) => titles.join(' > ') === title)?.testId ?? ''
}

const confirm = (app: TestApp, from: string, to: string) =>
  app.post<{ renames: Rename[] }>('/api/renames', { project: 'shop', from, to })

const titlesOf = (renames: Rename[]) => renames.map(({ from, to }) => `${from.titles} → ${to.titles}`)

const project = 'shop'
const topic = { branch: 'topic', baseBranch: 'main' }

onEachDatabase('renames', (makeApp) => {
  test('a confirmed one pairs the two names, carries the verdict, and undone leaves two tests', async () => {
    const app = await makeApp()
    let base = ''
    for (let i = 0; i < 6; i++)
      base = await settled(app, { project, results: [passed('pays by card'), passed('other')] })
    const head = await settled(app, {
      project,
      code: topic,
      results: [failed('pays by credit card'), passed('other')],
    })
    const before = await compare(app, head, base)
    expect(grouped(before)).toEqual({ newTests: ['pays by credit card'], removed: ['pays by card'] })
    const [candidate] = before.renameCandidates
    expect(candidate).toMatchObject({ from: { titles: ['pays by card'] }, similarity: expect.any(Number) })

    const { status, data } = await confirm(app, candidate?.from.testId ?? '', candidate?.to.testId ?? '')
    expect(status).toBe(200)
    const [rename] = data.renames
    expect(rename).toMatchObject({ project, from: { titles: ['pays by card'] }, undoneAt: null })
    const paired = await compare(app, head, base)
    expect(grouped(paired)).toEqual({ regressions: ['pays by credit card'] })
    expect(paired.renamed).toMatchObject([
      { from: { titles: ['pays by card'] }, to: { leg: expect.any(String) } },
    ])
    expect(paired.renameCandidates).toEqual([])
    expect(paired.regressions[0]).toMatchObject({
      base: { status: 'passed' },
      verdict: { history: { runs: 6, passed: 6 } },
    })

    await app.delete(`/api/renames/${rename?.id}`)
    expect(await compare(app, head, base)).toEqual(before)
  })

  test('what passes under both names is nobody’s news, whichever side is older', async () => {
    const app = await makeApp()
    const old = await settled(app, { project, results: [passed('a', { file: 'a.ts' }), passed('stays')] })
    const young = await settled(app, { project, results: [passed('b', { file: 'b.ts' }), passed('stays')] })
    await confirm(app, await idOf(app, old, 'a'), await idOf(app, young, 'b'))
    for (const [base, head] of [
      [old, young],
      [young, old],
    ] as const) {
      const compared = await compare(app, head, base)
      expect(grouped(compared)).toEqual({})
      expect(compared.renamed).toHaveLength(1)
      expect(compared.totals).toMatchObject({ renamed: 1, newTests: 0, removed: 0 })
    }
    const slow = await settled(app, { project, results: [failed('b', { file: 'b.ts' }), passed('stays')] })
    expect(grouped(await compare(app, slow, old))).toEqual({ regressions: ['b'] })
  })

  test('a chain of names ends at the most that are read, so that no cycle is longer than what is looked through', async () => {
    const app = await makeApp()
    await settled(app, { project, results: [passed('a')] })
    const { id: _, ...first } = await app.store.read.selectFrom('test').selectAll().executeTakeFirstOrThrow()
    const keyOf = (at: number) => at.toString(16).padStart(32, '0')
    await app.store.write((db) =>
      db
        .insertInto('test')
        .values(Array.from({ length: 101 }, (_, at) => ({ ...first, key: keyOf(at) })))
        .execute(),
    )
    for (let at = 0; at < 100; at += 20) {
      const pairs = Array.from({ length: 20 }, (_, i) => ({ from: keyOf(at + i), to: keyOf(at + i + 1) }))
      const { status, error } = await app.post('/api/renames', { project, renames: pairs })
      expect([at, status]).toEqual([at, at < 80 ? 200 : 409])
      if (at === 80) expect(error?.message).toContain('100 names')
    }
    const last = Array.from({ length: 19 }, (_, i) => ({ from: keyOf(80 + i), to: keyOf(81 + i) }))
    expect((await app.post('/api/renames', { project, renames: last })).status).toBe(200)
    expect((await confirm(app, keyOf(99), keyOf(0))).error?.message).toContain('an earlier name')
  })

  test('a candidate leads from the name that was seen first', async () => {
    const app = await makeApp()
    const old = await settled(app, { project, results: [passed('adds an item')] })
    const young = await settled(app, { project, results: [passed('adds an article')] })
    for (const [base, head] of [
      [old, young],
      [young, old],
    ] as const)
      expect((await compare(app, head, base)).renameCandidates).toMatchObject([
        { from: { titles: ['adds an item'] }, to: { titles: ['adds an article'] } },
      ])
  })

  test('a chain is one test; a second partner, a way round and two that ran together are refused', async () => {
    const app = await makeApp()
    const runs: string[] = []
    for (const title of ['a', 'b', 'c', 'd'])
      runs.push(await settled(app, { project, results: [passed(title), passed('stays')] }))
    const both = await settled(app, { project, results: [skipped('b'), passed('e')] })
    const id = async (title: string) => idOf(app, runs['abcd'.indexOf(title)] ?? both, title)
    const [a, b, c, d, e] = (await Promise.all(['a', 'b', 'c', 'd', 'e'].map(id))) as [
      string,
      string,
      string,
      string,
      string,
    ]
    expect((await confirm(app, a, b)).status).toBe(200)
    expect((await confirm(app, b, c)).status).toBe(200)
    expect(grouped(await compare(app, runs[2] ?? '', runs[0]))).toEqual({})
    expect(grouped(await compare(app, runs[0] ?? '', runs[2]))).toEqual({})
    const again = await confirm(app, a, b)
    expect(again.status).toBe(200)
    for (const [from, to, message] of [
      [a, d, '"a" to "d": the first '],
      [d, c, '"d" to "c": the second is already the new name of another test'],
      [c, a, '"c" to "a": the second is an earlier name of the first'],
      [b, e, `"b" to "e": both ran in execution ${both}`],
      [e, b, `"e" to "b": both ran in execution ${both}`],
    ] as const)
      expect(await confirm(app, from, to)).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT', message: expect.stringContaining(message) },
      })
    // What is archived, beside executions that are not, is still known to have run both.
    await archive(app, both)
    expect(await confirm(app, b, e)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining(`both ran in execution ${both}`) },
    })
    const { data: list } = await app.get<Rename[]>('/api/renames?project=shop')
    expect(titlesOf(list)).toEqual(['b → c', 'a → b'])
    expect(again.data.renames[0]?.id).toBe(list[1]?.id)
    // Undone in the middle, the rest stays.
    await app.delete(`/api/renames/${list[1]?.id}`)
    expect(grouped(await compare(app, runs[2] ?? '', runs[0]))).toEqual({ newTests: ['c'], removed: ['a'] })
    expect(grouped(await compare(app, runs[2] ?? '', runs[1]))).toEqual({})
    expect((await confirm(app, a, d)).status).toBe(200)
    expect((await confirm(app, a, b)).status).toBe(409)
  })

  test('a folder that moved is confirmed in one go, all of it or nothing', async () => {
    const app = await makeApp()
    const names = ['adds', 'pays', 'ships']
    const old = await settled(app, {
      project,
      results: names.map((name) => passed(name, { file: 'a/x.ts' })),
    })
    const young = await settled(app, {
      project,
      results: names.map((name) => passed(name, { file: 'b/x.ts' })),
    })
    const pairs = await Promise.all(
      names.map(async (name) => ({ from: await idOf(app, old, name), to: await idOf(app, young, name) })),
    )
    const [first] = pairs
    const twice = [...pairs, { from: pairs[1]?.from, to: first?.to }]
    expect(await app.post('/api/renames', { project, renames: twice })).toMatchObject({ status: 409 })
    expect((await app.get('/api/renames')).data).toEqual([])
    const { data } = await app.post<{ renames: Rename[] }>('/api/renames', { project, renames: pairs })
    expect(titlesOf(data.renames)).toEqual(['adds → adds', 'pays → pays', 'ships → ships'])
    expect(grouped(await compare(app, young, old))).toEqual({})
  })

  test('the list: by project, test and state, page by page', async () => {
    const app = await makeApp()
    const ids: string[] = []
    for (const title of ['a', 'b', 'c'])
      ids.push(await idOf(app, await settled(app, { project, results: [passed(title)] }), title))
    const [a, b, c] = ids as [string, string, string]
    const undone = (await confirm(app, a, b)).data.renames[0]
    await app.delete(`/api/renames/${undone?.id}`)
    const taken = await app.delete<Rename>(`/api/renames/${undone?.id}`)
    expect(taken.data).toMatchObject({ undoneBy: expect.any(String), undoneAt: expect.any(String) })
    app.advance(1_000)
    await confirm(app, a, b)
    await confirm(app, b, c)
    const list = async (query: string) => {
      const answer = await app.get<Rename[]>(`/api/renames?${query}`)
      return { titles: titlesOf(answer.data), next: answer.page?.nextCursor }
    }
    expect(await list('')).toEqual({ titles: ['b → c', 'a → b'], next: null })
    expect(await list('state=undone')).toEqual({ titles: ['a → b'], next: null })
    expect(await list(`test=${a}&state=all`)).toEqual({ titles: ['a → b', 'a → b'], next: null })
    expect(await list(`test=${c}`)).toEqual({ titles: ['b → c'], next: null })
    await settled(app, { project: 'other', results: [passed('a')] })
    expect(await list('project=other')).toEqual({ titles: [], next: null })
    const page = await list('limit=1')
    expect(page.titles).toEqual(['b → c'])
    expect(await list(`limit=1&cursor=${page.next}`)).toEqual({ titles: ['a → b'], next: null })
  })

  test('another organization, another project and a viewer', async () => {
    const app = await makeApp()
    const old = await settled(app, { project, results: [passed('a')] })
    const young = await settled(app, { project, results: [passed('b')] })
    await settled(app, { project: 'other', results: [passed('a'), passed('b')] })
    const [from, to] = [await idOf(app, old, 'a'), await idOf(app, young, 'b')]
    const { data } = await confirm(app, from, to)
    const id = data.renames[0]?.id
    const keyOf = async (more: object) =>
      (await app.post<{ value: string }>('/api/keys', { name: 'k', ...more })).data.value
    const [stranger, restricted, viewer] = [
      await addOrganization(app),
      await keyOf({ project: 'other' }),
      await keyOf({ role: 'viewer' }),
    ]
    for (const key of [stranger, restricted]) {
      expect((await app.get('/api/renames', { key })).data).toEqual([])
      const outside = { status: 404, error: { code: 'NOT_FOUND' } }
      expect(await app.get(`/api/renames?project=${project}`, { key })).toMatchObject(outside)
      expect(await app.delete(`/api/renames/${id}`, { key })).toMatchObject(outside)
      expect(await app.post('/api/renames', { project, from, to }, { key })).toMatchObject(outside)
    }
    // The same names in another project are other tests, which ran together there.
    expect(await app.post('/api/renames', { project: 'other', from, to }, { key: restricted })).toMatchObject(
      {
        status: 409,
      },
    )
    expect((await app.get<Rename[]>('/api/renames', { key: viewer })).data).toHaveLength(1)
    for (const answer of [
      await app.delete(`/api/renames/${id}`, { key: viewer }),
      await app.post('/api/renames', { project, from, to }, { key: viewer }),
    ])
      expect(answer).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect((await app.get<Rename[]>('/api/renames')).data).toHaveLength(1)
    expect(await app.get('/api/renames?project=none')).toMatchObject({ status: 404 })
  })

  test('bad input is named', async () => {
    const app = await makeApp()
    const { status } = { status: 400 }
    await settled(app, { project, results: [passed('a')] })
    const a = 'a'.repeat(32)
    for (const [body, message] of [
      [{}, 'project is required'],
      [{ project }, "from is required and must be a test's id"],
      [{ project, from: a }, "to is required and must be a test's id"],
      [{ project, from: 'a', to: a }, "from must be a test's id, 32 hex digits"],
      [{ project, from: a, to: a, renames: [] }, 'renames must have at least 1 entry'],
      [{ project, to: a, renames: [{ from: a, to: a }] }, 'renames cannot be combined with from and to'],
      [{ project, renames: [{ from: a }] }, 'renames[0].to is required'],
      [{ project, renames: [{ from: a, to: a, why: 1 }] }, 'There is no parameter "why"'],
      [{ project, renames: Array(201).fill({ from: a, to: a }) }, 'renames must have at most 200 entries'],
      [{ project, from: a, to: a, by: 'me' }, 'There is no parameter "by"'],
    ] as const)
      expect(await app.post('/api/renames', body)).toMatchObject({
        status,
        error: { code: 'INVALID_REQUEST', message: expect.stringContaining(message) },
      })
    expect(await app.post('/api/renames', { project, from: a, to: a })).toMatchObject({ status: 404 })
    const known = await idOf(app, await settled(app, { project, results: [passed('b')] }), 'b')
    expect(await app.post('/api/renames', { project, from: known, to: known })).toMatchObject({
      status,
      error: { message: expect.stringContaining('to must be another test than from') },
    })
    for (const [query, message] of [
      ['test=x', "test must be a test's id"],
      ['state=some', 'state must be one of confirmed, undone, all'],
      ['limit=0', 'limit must be a whole number from 1 to 200'],
      ['cursor=x', 'cursor must be the nextCursor of an earlier page'],
      ['sort=x', 'There is no parameter "sort"'],
    ])
      expect(await app.get(`/api/renames?${query}`)).toMatchObject({
        status,
        error: { message: expect.stringContaining(message as string) },
      })
    expect(await app.delete('/api/renames/x')).toMatchObject({ status: 404 })
  })
})
