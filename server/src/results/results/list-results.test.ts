import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, flaky, passed, run, send, settled, skipped } from '../../testing/upload.ts'

interface Listed {
  execution: { id: string; state: string; revision: number }
  totals: Record<string, number>
  matching: number
  legs: string[]
  resultsRemovedAt: string | null
  results: {
    titles: string[]
    file: string
    status: string
    leg: string
    owners: string[]
    durationMs: number
    error: { message: string; fingerprint: string } | null
    skipReason: string | null
  }[]
  nextCursor: string | null
}

const list = (app: TestApp, id: string, query = '') =>
  app.get<Listed>(`/api/executions/${id}/results${query}`)
const titles = ({ data }: { data: Listed }) => data.results.map((result) => result.titles.join(' > '))

const CODEOWNERS = '*.test.ts @acme/all\n/pay/ @acme/payments\n/zoo.test.ts\n'

async function makeRun(app: TestApp) {
  const build = 'both legs'
  const results = [
    passed('cart > adds "one"', { durationMs: 30 }),
    failed('pays > by card', {
      file: 'pay/card.test.ts',
      message: `expected 1\n${'x'.repeat(500)}`,
      durationMs: 9,
    }),
    flaky('pays > by bill', { file: 'pay/bill.test.ts', durationMs: 20 }),
    skipped('feeds', { file: 'zoo.test.ts', reason: 'closed' }),
    passed('Über > straße 100%', { file: 'Z/ä.test.ts', variant: 'webkit', durationMs: 1 }),
  ]
  const codeowners = { path: 'CODEOWNERS', text: CODEOWNERS }
  const { data } = await send(app, run({ build, part: { leg: 'a' }, results, codeowners }))
  await send(
    app,
    run({ build, part: { leg: 'b' }, results: [passed('cart > adds "one"', { durationMs: 2 })] }),
  )
  return data.execution.id
}

onBothDatabases('the list of results', (make) => {
  for (const where of ['live', 'archived'])
    test(`filters, sorts, counts and pages, ${where}`, async () => {
      const app = await make()
      const id = await makeRun(app)
      if (where === 'archived') {
        app.advance(3_600_000)
        await app.sweep()
        await archive(app, id)
      }
      const all = await list(app, id)
      expect(titles(all)).toEqual([
        'pays > by card',
        'pays > by bill',
        'cart > adds "one"',
        'cart > adds "one"',
        'Über > straße 100%',
        'feeds',
      ])
      expect(all.data).toMatchObject({
        totals: { total: 6, passed: 3, failed: 1, flaky: 1, skipped: 1 },
        matching: 6,
        legs: ['a', 'b'],
        resultsRemovedAt: null,
        nextCursor: null,
      })
      const [card] = all.data.results
      expect(card?.error?.message).toHaveLength(240)
      expect(card?.owners).toEqual(['@acme/payments'])
      expect(all.data.results.at(-1)).toMatchObject({ skipReason: 'closed', error: null })

      const found = async (query: string) => {
        const { data, error } = await list(app, id, query)
        return (
          error?.code ?? [
            data.matching,
            data.totals.total,
            ...data.results.map(({ titles: [first] }) => first),
          ]
        )
      }
      expect(await found('?status=failed,flaky')).toEqual([2, 6, 'pays', 'pays'])
      expect(await found('?q=CART')).toEqual([2, 2, 'cart', 'cart'])
      expect(await found('?q=pays%20%3E%20bill')).toEqual([1, 1, 'pays'])
      expect(await found('?q=bill%20card')).toEqual([0, 0])
      expect(await found(`?q=${encodeURIComponent('"one"')}`)).toEqual([2, 2, 'cart', 'cart'])
      expect(await found('?q=100%25')).toEqual([1, 1, 'Über'])
      expect(await found('?q=%25')).toEqual([1, 1, 'Über'])
      expect(await found('?q=_')).toEqual([0, 0])
      expect(await found('?q=webkit')).toEqual([1, 1, 'Über'])
      expect(await found('?q=%20%3E%20')).toEqual([6, 6, ...(await found('')).slice(2)])
      expect(await found('?file=pay/')).toEqual([2, 2, 'pays', 'pays'])
      expect(await found('?file=pay')).toEqual([0, 0])
      expect(await found('?file=Z/%C3%A4.test.ts')).toEqual([1, 1, 'Über'])
      expect(await found('?leg=b')).toEqual([1, 1, 'cart'])
      expect(await found('?leg=c')).toEqual([0, 0])
      expect(await found('?owner=@ACME/payments')).toEqual([2, 2, 'pays', 'pays'])
      expect(await found('?owner=none')).toEqual([1, 1, 'feeds'])
      expect(await found('?owner=@nobody')).toEqual([0, 0])
      expect(await found('?q=pays&status=failed&leg=a&owner=@acme/payments&file=pay/')).toEqual([
        1,
        2,
        'pays',
      ])
      for (const wrong of ['?status=broken', '?sort=name', '?limit=0', '?limit=25001', '?q=', '?cursor=x'])
        expect(await found(wrong)).toBe('INVALID_REQUEST')

      for (const sort of ['status', 'slowest', 'fastest', 'file', 'started']) {
        const whole = await list(app, id, `?sort=${sort}`)
        const joined: string[] = []
        let cursor: string | null = null
        do {
          const page: { data: Listed } = await list(
            app,
            id,
            `?sort=${sort}&limit=1${cursor ? `&cursor=${cursor}` : ''}`,
          )
          joined.push(...titles(page))
          cursor = page.data.nextCursor
        } while (cursor)
        expect(joined, sort).toEqual(titles(whole))
      }
      const files = (await list(app, id, '?sort=file')).data.results.map(({ file }) => file)
      expect(files).toEqual([...files].sort())
      const times = (await list(app, id, '?sort=slowest')).data.results.map(({ durationMs }) => durationMs)
      expect(times).toEqual([...times].sort((a, b) => b - a))
    })

  test('grows with a running execution, whose revision says so', async () => {
    const app = await make()
    const { data } = await send(app, run({ build: 'b', results: [passed('a')], end: null }))
    const { id } = data.execution
    const before = await list(app, id)
    const tag = before.headers.get('ETag') ?? ''
    const again = () => app.request(`/api/executions/${id}/results`, { headers: { 'If-None-Match': tag } })
    expect([before.data.execution.state, (await again()).status]).toEqual(['running', 304])
    await send(app, run({ build: 'b', part: { job: 'two' }, results: [failed('b')], end: null }))
    const after = await list(app, id)
    expect(after.data.execution.revision).toBeGreaterThan(before.data.execution.revision)
    expect([(await again()).status, titles(after)]).toEqual([200, ['b', 'a']])
  })

  test('of a long one is made in a thread and says the same', async () => {
    const app = await make()
    const results = Array.from({ length: 700 }, (_, i) => passed(`t${i}`, { file: `f${i % 7}.test.ts` }))
    const id = await settled(app, { results })
    const whole = await list(app, id, '?limit=25000')
    expect([whole.data.results.length, whole.data.matching, whole.data.nextCursor]).toEqual([700, 700, null])
    const few = await list(app, id, '?limit=100')
    expect(few.data.results).toEqual(whole.data.results.slice(0, 100))
  })

  test('is nothing for another organization, and empty where retention removed the results', async () => {
    const app = await make()
    const id = await settled(app, { results: [passed('a')] })
    const other = await addOrganization(app)
    expect((await app.get(`/api/executions/${id}/results`, { key: other })).status).toBe(404)
    await app.store.write((db) =>
      db
        .updateTable('execution')
        .set({ results_removed_at: app.clock() })
        .where('public_id', '=', id)
        .execute(),
    )
    expect((await list(app, id)).data).toMatchObject({
      resultsRemovedAt: expect.any(String),
      matching: 0,
      results: [],
    })
  })
})
