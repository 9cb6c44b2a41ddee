import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, flaky, type MadeTest, passed, run, send, settled, skipped } from '../../testing/upload.ts'

interface Detail {
  id: string
  results: { testId: string; titles: string[]; status: string; leg: string; attempts: Attempt[] }[]
  artifacts: { name: string; testId: string; attempt: number }[]
  parts: { number: number; leg: string }[]
}
interface Attempt {
  status: string
  startedAt: string
  durationMs: number
  runAttempt: number
  errors?: { message: string }[]
}

const detail = (app: TestApp, id: string, query = '') => app.get<Detail>(`/api/executions/${id}${query}`)
const titles = ({ data }: { data: Detail }) => data.results.map((result) => result.titles.join(' > '))

onEachDatabase('an execution in detail', (makeApp) => {
  test('status picks results, several of them at once', async () => {
    const app = await makeApp()
    const id = await settled(app, {
      results: [passed('p'), failed('f'), flaky('fl'), skipped('s'), passed('p2')],
    })
    expect(titles(await detail(app, id))).toEqual(['p', 'f', 'fl', 's', 'p2'])
    expect(titles(await detail(app, id, '?status=failed'))).toEqual(['f'])
    expect(titles(await detail(app, id, '?status=failed,flaky'))).toEqual(['f', 'fl'])
    expect(titles(await detail(app, id, '?status=passed&limit=1'))).toEqual(['p'])
    expect(await detail(app, id, '?status=broken')).toMatchObject({
      status: 400,
      error: {
        message: expect.stringMatching(/^status.* must be one or more of passed, failed, flaky, skipped/),
      },
    })
    expect(await detail(app, id, '?limit=0')).toMatchObject({ status: 400 })
    expect(await detail(app, id, '?statuses=failed')).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/"statuses"/) },
    })
  })

  test('test picks the results of one test on every leg, live and archived', async () => {
    const app = await makeApp()
    const build = 'two legs'
    const results = [passed('p'), failed('f')]
    const { data } = await send(app, run({ build, part: { leg: 'a' }, results }))
    await send(app, run({ build, part: { leg: 'b' }, results: [flaky('p'), failed('f')] }))
    const { id } = data.execution
    const [first] = (await detail(app, id)).data.results
    const ofTest = async (query: string) =>
      (await detail(app, id, query)).data.results.map(({ titles: [title], leg, attempts }) => [
        title,
        leg,
        attempts.length,
      ])
    const check = async () => {
      expect(await ofTest(`?test=${first?.testId}`)).toEqual([
        ['p', 'a', 1],
        ['p', 'b', 2],
      ])
      expect(await ofTest(`?test=${first?.testId}&status=flaky`)).toEqual([['p', 'b', 2]])
      expect(await ofTest(`?test=${'0'.repeat(32)}`)).toEqual([])
    }
    await check()
    app.advance(3_600_000)
    await app.sweep()
    await archive(app, id)
    await check()
    expect(await detail(app, id, '?test=p')).toMatchObject({ status: 400 })
  })

  test('names its organization, as it is called now', async () => {
    const app = await makeApp()
    const id = await settled(app, { results: [passed('p')] })
    const read = () => app.request(`/api/executions/${id}`)
    const first = await read()
    expect(await first.json()).toMatchObject({ data: { id, organization: 'default' } })
    await app.store.write((db) => db.updateTable('organization').set({ slug: 'renamed' }).execute())
    const second = await read()
    expect(await second.json()).toMatchObject({ data: { id, organization: 'renamed' } })
    expect(second.headers.get('ETag')).not.toBe(first.headers.get('ETag'))
  })

  test('pages joined are the whole, on the page’s edge too', async () => {
    const app = await makeApp()
    const results = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? failed : passed)(`t${i}`))
    const build = 'two legs'
    const { data } = await send(app, run({ build, part: { leg: 'a' }, results }))
    await send(app, run({ build, part: { leg: 'b' }, results }))
    const { id } = data.execution
    const whole = (await detail(app, id)).data.results
    expect(whole).toHaveLength(24)
    for (const [limit, query] of [
      [5, ''],
      [8, ''],
      [24, ''],
      [4, '&status=failed'],
    ] as const) {
      const joined: Detail['results'] = []
      let cursor: string | null | undefined
      do {
        const page = await detail(app, id, `?limit=${limit}${query}${cursor ? `&cursor=${cursor}` : ''}`)
        expect(page.data.results.length).toBeGreaterThan(0)
        joined.push(...page.data.results)
        cursor = page.page?.nextCursor
      } while (cursor)
      expect(joined).toEqual(query === '' ? whole : whole.filter((result) => result.status === 'failed'))
    }
    expect(await detail(app, id, '?limit=5&cursor=x')).toMatchObject({ status: 400 })
  })

  test('5,000 results are streamed whole, in the order they were declared', async () => {
    const app = await makeApp()
    const results = Array.from({ length: 5_000 }, (_, i) =>
      (i % 100 === 0 ? failed : passed)(`test ${i}`, { durationMs: i }),
    )
    const id = await settled(app, { results })
    const response = await app.request(`/api/executions/${id}`)
    expect(response.headers.get('Content-Length')).toBeNull()
    const { data } = (await response.json()) as { data: Detail }
    expect(data.results.map((result) => result.titles[0])).toEqual(results.map((made) => made.titles[0]))
    expect(data.results[4_999]?.attempts).toMatchObject([{ status: 'passed', durationMs: 4_999 }])
    expect(data.results.filter((result) => result.status === 'failed')).toHaveLength(50)
  })

  test('every attempt is there in its order, with its own errors, repeats and re-runs included', async () => {
    const app = await makeApp()
    const tried: MadeTest = {
      file: 'a.test.ts',
      titles: ['tried'],
      attempts: [
        {
          status: 'failed',
          durationMs: 10,
          detail: { errors: [{ message: 'one' }, { message: 'and more' }] },
        },
        { status: 'timedOut', durationMs: 20, detail: { errors: [{ message: 'two' }] } },
        { status: 'passed', durationMs: 30 },
        { status: 'passed', durationMs: 40, detail: { repeat: 1 } },
      ],
    }
    const code = { branch: 'main' }
    const { data } = await send(app, run({ build: 'r', code, results: [passed('first'), tried] }))
    await send(
      app,
      run({ build: 'r', code, runAttempt: 2, results: [{ ...tried, attempts: [{ status: 'passed' }] }] }),
    )
    const { results } = (await detail(app, data.execution.id)).data
    const attempts = results.find((result) => result.titles[0] === 'tried')?.attempts ?? []
    expect(attempts.map(({ status, runAttempt, durationMs }) => [status, runAttempt, durationMs])).toEqual([
      ['failed', 1, 10],
      ['timedOut', 1, 20],
      ['passed', 1, 30],
      ['passed', 1, 40],
      ['passed', 2, 5],
    ])
    expect(attempts.map((attempt) => attempt.errors?.map((error) => error.message))).toEqual([
      ['one', 'and more'],
      ['two'],
      undefined,
      undefined,
      undefined,
    ])
    expect(attempts.map((attempt) => Date.parse(attempt.startedAt) - app.clock())).toEqual([5, 15, 35, 65, 0])
  })

  test('attachments are listed as artifacts with the attempt they belong to', async () => {
    const app = await makeApp()
    const attachment = { name: 'trace', contentType: 'application/zip', path: 'test-results/trace.zip' }
    const id = await settled(app, {
      results: [
        passed('a'),
        {
          file: 'a.test.ts',
          titles: ['b'],
          attempts: [{ status: 'failed' }, { status: 'passed', detail: { attachments: [attachment] } }],
        },
      ],
    })
    const { data } = await detail(app, id)
    expect(data.artifacts).toEqual([
      {
        ...attachment,
        state: 'unsent',
        testId: data.results[1]?.testId,
        leg: 'linux-x64-node24',
        attempt: 1,
      },
    ])
  })

  test('a large answer, written in a thread, says what its pages say', async () => {
    const app = await makeApp()
    const attachment = { name: 'trace ✓', contentType: 'application/zip', path: 'a/trace.zip' }
    const results = Array.from({ length: 700 }, (_, i): MadeTest => {
      if (i % 50 !== 0) return passed(`test ${i}`)
      const detail = { attachments: [attachment], errors: [{ message: `broke — ${i}` }] }
      return { file: 'a.test.ts', titles: [`test ${i}`], attempts: [{ status: 'failed', detail }] }
    })
    const id = await settled(app, { results })
    const whole = (await detail(app, id)).data
    const first = await detail(app, id, '?limit=350')
    const second = await detail(app, id, `?limit=350&cursor=${first.page?.nextCursor}`)
    expect(second.page).toEqual({ nextCursor: null })
    expect(whole.results).toEqual([...first.data.results, ...second.data.results])
    expect(whole.artifacts).toEqual([...first.data.artifacts, ...second.data.artifacts])
    expect(whole.artifacts).toHaveLength(14)
    expect(await detail(app, id, '?limit=600')).toMatchObject({
      data: { results: whole.results.slice(0, 600) },
      page: { nextCursor: expect.any(String) },
    })
  })

  test('a reader that goes away half way and one whose answer fails stop nobody else', async () => {
    const app = await makeApp()
    const id = await settled(app, { results: Array.from({ length: 5_000 }, (_, i) => passed(`test ${i}`)) })
    const left = (await app.request(`/api/executions/${id}`)).body?.getReader()
    expect((await left?.read())?.done).toBe(false)
    await left?.cancel()
    expect((await detail(app, id)).data.results).toHaveLength(5_000)
    await app.store.write((db) => sql`drop table attempt`.execute(db))
    expect(await detail(app, id)).toMatchObject({ status: 500, error: { code: 'INTERNAL' } })
    expect(JSON.stringify(app.logged)).toMatch(/no such table: attempt|relation \\"attempt\\" does not exist/)
  })

  test('another organization and an invalid id find nothing', async () => {
    const app = await makeApp()
    const id = await settled(app, { results: [passed('a')] })
    const stranger = await addOrganization(app)
    for (const [path, key] of [
      [`/api/executions/${id}`, stranger],
      ['/api/executions/not-an-id', app.key],
      ['/api/executions/00000000-0000-4000-8000-000000000000', app.key],
    ] as const)
      expect(await app.get(path, { key })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
    expect(
      await app.request(`/api/executions/${id}/settle`, { method: 'POST', key: stranger }),
    ).toMatchObject({
      status: 404,
    })
    expect((await detail(app, id.toUpperCase())).data.id).toBe(id)
  })
})
