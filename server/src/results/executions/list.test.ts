import type { ExecutionSummary } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failed, passed, run, send, settled } from '../../testing/upload.ts'
import { findExecution } from './find.ts'
import { listExecutions } from './list.ts'

type Summary = z.output<typeof ExecutionSummary>

const list = async (app: TestApp, query: string, key?: string) => {
  const answer = await app.get<Summary[]>(`/api/executions?${query}`, key ? { key } : {})
  if (answer.error) throw new Error(answer.error.message)
  return answer
}
const ids = async (app: TestApp, query: string, key?: string) =>
  (await list(app, query, key)).data.map((execution) => execution.id)

onEachDatabase('list of executions', (makeApp) => {
  test('a run without git is named by its machine and found by it; the name is stored as it came, within its limit', async () => {
    const app = await makeApp()
    const machine = 'desk\u202e 4\u0007'
    const one = await settled(app, { results: [passed('a')], trust: 'local', code: {}, machine })
    await settled(app, { results: [passed('a')] })
    const { data } = await list(app, 'q=desk')
    expect(data).toMatchObject([{ id: one, machine }])
    expect((await list(app, 'q=main')).data).toMatchObject([{ machine: null }])
    const found = await app.get<{ executions: object[] }>('/api/find?q=desk')
    expect(found.data.executions).toMatchObject([{ id: one, machine }])
    expect((await send(app, run({ machine: 'x'.repeat(201) }))).error?.code).toBe('PAYLOAD_TOO_LARGE')
  })

  test('each filter finds its own, newest first', async () => {
    const app = await makeApp()
    const results = [passed('a')]
    const shaA = 'abcdef0123456789abcdef0123456789abcdef01'
    const shaB = 'abcdef9999999999999999999999999999999999'
    const one = await settled(app, {
      results,
      project: 'one',
      code: { branch: 'main', testedSha: shaA, message: 'Give 100% of it' },
    })
    const two = await settled(app, {
      results: [failed('a')],
      project: 'two',
      suite: 'e2e',
      runner: { name: 'playwright' },
      code: { branch: 'feature/a_b', testedSha: shaB, headSha: shaA, pullRequest: 12 },
    })
    const three = await settled(app, {
      results,
      end: 'interrupted',
      build: 'gha\\1',
      code: { branch: 'Feature/axb', message: 'Grüße' },
    })
    const four = (await send(app, run({ results, end: null }))).data.execution.id
    const names: Record<string, string[]> = {
      '': [four, three, two, one],
      'project=one': [one],
      'project=ONE': [one],
      'branch=main': [four, one],
      'branch=feature/a_b': [two],
      'branch=feature/a': [],
      'status=failed': [two],
      'status=cancelled': [three],
      'status=running': [four],
      'status=passed': [one],
      'framework=playwright': [two],
      'suite=e2e': [two],
      'pr=12': [two],
      'pr=1': [],
      [`commit=${shaA}`]: [two, one],
      'commit=ABCDEF': [two, one],
      'commit=abcdef9': [two],
      'q=100%25': [one],
      'q=%25': [one],
      'q=_': [two],
      'q=a_b': [two],
      'q=FEATURE/A': [three, two],
      'q=%5C': [three],
      'q=gr%C3%BC%C3%9F': [three],
      'q=abcdef': [two, one],
      'q=e2': [two],
      "q='--": [],
      'project=one&status=failed': [],
      'branch=main&status=running': [four],
    }
    for (const [query, expected] of Object.entries(names))
      expect(await ids(app, query), query).toEqual(expected)
    const [summary] = (await list(app, 'pr=12')).data
    expect(summary).toMatchObject({
      id: two,
      url: `http://svc.test/executions/${two}`,
      project: 'two',
      suite: 'e2e',
      framework: 'playwright',
      state: 'failed',
      revision: 1,
      trust: 'ci',
      branch: 'feature/a_b',
      pullRequest: 12,
      testedSha: shaB,
      headSha: shaA,
      dirty: false,
      counts: { total: 1, failed: 1, passed: 0, flaky: 0, skipped: 0, errors: 0 },
      partCount: 1,
    })
  })

  test('from is inclusive and to is exclusive, in any time zone', async () => {
    const app = await makeApp()
    const made: string[] = []
    for (let i = 0; i < 3; i++) made.push(await settled(app, { results: [passed('a')] }))
    const [first, second, third] = made as [string, string, string]
    const timeOf = (minute: number) => `2026-03-02T09:0${minute}:00Z`
    expect(await ids(app, `from=${timeOf(1)}`)).toEqual([third, second])
    expect(await ids(app, `to=${timeOf(1)}`)).toEqual([first])
    expect(await ids(app, `from=${timeOf(1)}&to=${timeOf(2)}`)).toEqual([second])
    expect(await ids(app, `from=${encodeURIComponent('2026-03-02T10:01:00+01:00')}&to=${timeOf(2)}`)).toEqual(
      [second],
    )
    for (const [from, to] of [
      [timeOf(2), timeOf(1)],
      [timeOf(1), timeOf(1)],
      [encodeURIComponent('2026-03-02T10:01:00+01:00'), timeOf(1)],
    ])
      expect(await app.get(`/api/executions?from=${from}&to=${to}`)).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/^from .* before to: /) },
      })
  })

  test('pages are whole and stable while new ones arrive, several of one moment too', async () => {
    const app = await makeApp()
    const made: string[] = []
    for (let i = 0; i < 7; i++)
      made.unshift((await send(app, run({ results: [passed('a')] }))).data.execution.id)
    const seen: string[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const { data, page } = await list(app, `limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...data.map((execution) => execution.id))
      cursor = page?.nextCursor ?? null
      pages++
      app.advance(1_000)
      await settled(app, { results: [passed('a')] })
    } while (cursor)
    expect(pages).toBe(3)
    expect(seen).toEqual(made)
    expect((await list(app, `limit=10`)).page).toEqual({ nextCursor: null })
  })

  test('what few have or none costs a page so many executions and no more', async () => {
    const app = await makeApp()
    const wanted = await settled(app, { results: [passed('a')], suite: 'rare' })
    const { id: _, ...row } = await app.store.read
      .selectFrom('execution')
      .selectAll()
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 2_005 }, (_, i) => i)
    const publicId = (i: number) => `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`
    await app.store.write(async (db) => {
      for (let index = 0; index < many.length; index += 401)
        await db
          .insertInto('execution')
          .values(
            many.slice(index, index + 401).map((i) => ({
              ...row,
              public_id: publicId(i),
              suite: 'common',
              build: `build-${i}`,
              // Eight began at the very moment at which the first page ends.
              started_at: row.started_at + 1_000 * (i < 8 ? 1 : i),
            })),
          )
          .execute()
    })
    for (const query of ['q=rare', 'suite=rare', 'q=rare&project=shop']) {
      const first = await list(app, query)
      expect(first.data).toEqual([])
      const second = await list(app, `${query}&cursor=${first.page?.nextCursor}`)
      expect([second.data.map((one) => one.id), second.page?.nextCursor]).toEqual([[wanted], null])
    }
    expect(await ids(app, 'limit=1&q=build-2004')).toEqual([publicId(2_004)])
    // Of two projects each has half of the page's looks; what the other has behind where this one's end is of a later page.
    const other = await settled(app, { project: 'other', results: [passed('a')], suite: 'rare' })
    const pages: string[][] = []
    let cursor: string | null | undefined
    do {
      const { data, page } = await list(app, `q=rare${cursor ? `&cursor=${cursor}` : ''}`)
      pages.push(data.map((one) => one.id))
      cursor = page?.nextCursor
    } while (cursor)
    // 2,006 of the first project: two looks of a thousand, and what is left.
    expect(pages).toHaveLength(3)
    expect(pages.flat().sort()).toEqual([other, wanted].sort())
    expect(pages[0]).not.toContain(wanted)
  })

  test('pages over several projects are complete, however the executions are distributed', async () => {
    const app = await makeApp()
    const made: string[] = []
    for (const project of ['a', 'a', 'b', 'a', 'c', 'a', 'a', 'b']) {
      made.unshift(await settled(app, { project, results: [passed('t')], suite: project }))
      app.advance(1_000)
    }
    for (const limit of [1, 2, 3, 7, 8]) {
      const pages: string[][] = []
      let cursor: string | null | undefined
      do {
        const { data, page } = await list(app, `limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
        pages.push(data.map((one) => one.id))
        cursor = page?.nextCursor
      } while (cursor)
      expect(pages.flat(), `limit ${limit}`).toEqual(made)
      expect(pages).toHaveLength(Math.ceil(made.length / limit))
    }
    expect(await ids(app, 'branch=none')).toEqual([])
    expect((await list(app, 'limit=1&branch=main')).data).toHaveLength(1)
    expect(await ids(app, 'suite=b')).toEqual([made[0], made[5]])
  })

  test('what is not taken is refused by its name', async () => {
    const app = await makeApp()
    const refused: Record<string, RegExp> = {
      'limit=0': /^limit must be a whole number from 1 to 200/,
      'limit=201': /^limit must be a whole number from 1 to 200/,
      'limit=ten': /^limit must be a whole number/,
      'pr=0': /^pr must be a whole number/,
      'pr=1.5': /^pr must be a whole number/,
      'status=broken': /^status must be one of running, passed, failed, cancelled, incomplete/,
      'from=yesterday': /^from must be a time such as/,
      'to=2026-13-01T00:00:00Z': /^to must be a time such as/,
      'commit=xyz': /^commit must be a commit sha/,
      'commit=abc': /^commit must be a commit sha/,
      'cursor=nonsense': /^cursor must be the nextCursor/,
      'q=': /^q must have at least 1/,
      'branches=main': /^There is no parameter "branches"/,
      'branch=a&branch=b': /^branch must have one value/,
      'q=%00': /^q must/,
      'branch=a%00b': /^branch must/,
    }
    for (const [query, message] of Object.entries(refused))
      expect(await app.get(`/api/executions?${query}`), query).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
      })
  })

  test('another organization sees none of it, a key of one project only its own', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    const own = await settled(app, { project: 'other', results: [passed('a')] })
    const stranger = await addOrganization(app)
    expect(await ids(app, '', stranger)).toEqual([])
    const { data } = await app.post<{ value: string }>('/api/keys', { name: 'other only', project: 'other' })
    expect(await ids(app, '', data.value)).toEqual([own])
    for (const [project, key] of [
      ['shop', stranger],
      ['shop', data.value],
      ['none', app.key],
    ] as const)
      expect(await app.get(`/api/executions?project=${project}`, { key })).toMatchObject({
        status: 404,
        error: { code: 'NOT_FOUND' },
      })
  })
})

test('what is read on the request’s own thread is a row by its key, or a page that an index has in its order', async () => {
  const app = await makeApp()
  const id = await settled(app, { results: [passed('a')] })
  const page = (input: object) => ({ ctx, input: { limit: 20, ...input } as never })
  let ctx = {} as Context
  const statements = await statementsOf(
    app,
    async (own) => {
      ctx = own
      await listExecutions(page({ project: 'shop' }))
      await listExecutions(page({}))
      await findExecution(ctx, id)
      const restricted = { ...ctx, caller: { ...ctx.caller, projectId: 1 } }
      await listExecutions({ ctx: restricted, input: { limit: 20 } as never })
      // Nobody knows how many of these there are to look through: they are read in a thread.
      await listExecutions(page({ project: 'shop', branch: 'main' }))
      await listExecutions(page({ project: 'shop', q: 'x' }))
    },
    'lookup',
  )
  // Each is compiled once: a slug, its newest, whether there is another project, an id, a key's own project.
  expect(statements).toHaveLength(5)
  const plans = await app.store.write((db) =>
    Promise.all(
      statements.map(async (statement) => {
        const parameters = statement.parameters.map(() => null)
        const explained = { ...statement, parameters, sql: `explain query plan ${statement.sql}` }
        return (await db.executeQuery<{ detail: string }>(explained)).rows.map((row) => row.detail).join('\n')
      }),
    ),
  )
  for (const plan of plans) {
    expect(plan).toMatch(/SEARCH/)
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
  }
})
