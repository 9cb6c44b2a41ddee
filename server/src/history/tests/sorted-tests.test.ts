import type { testOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addKey } from '../../testing/isolation/create-data.ts'
import type { TestAnswer, TestApp } from '../../testing/make-app.ts'
import { failed, flaky, type MadeTest, passed, settled } from '../../testing/upload.ts'

type Listed = z.output<(typeof testOperations)['listTests']['output']>['items'][number]
type Flaky = z.output<(typeof testOperations)['listFlakyTests']['output']>['items'][number]

/** All titles of a list, read page by page. */
async function titles(app: TestApp, path: string, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: TestAnswer<Listed[]> = await app.get(
      `${path}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
    )
    if (answer.error) throw new Error(answer.error.message)
    found.push(...answer.data.map((one) => one.titles.join(' > ')))
    cursor = answer.page?.nextCursor ?? null
  }
  return found
}

const codeowners = { path: 'CODEOWNERS', text: 'cart.test.ts @shop/cart\npay.test.ts @shop/pay\n' }
const cart = { file: 'cart.test.ts' }
const pay = { file: 'pay.test.ts' }

/** Five tests: `pays` flaked once in three runs, `Buys` twice; `refunds` failed last. */
async function makeShop(app: TestApp): Promise<void> {
  const day = 86_400_000
  const runOf = async (results: MadeTest[]) => {
    await settled(app, { codeowners, results, startedAt: app.clock() })
    app.advance(day)
  }
  const x = passed('x', { durationMs: 1 })
  await runOf([flaky('pays', pay), flaky('Buys', cart), passed('refunds', pay), passed('adds', cart), x])
  await runOf([passed('pays', pay), flaky('Buys', cart), passed('refunds', pay), passed('adds', cart), x])
  await runOf([
    passed('pays', { ...pay, durationMs: 40 }),
    passed('Buys', { ...cart, durationMs: 300 }),
    failed('refunds', pay),
    passed('adds', { ...cart, durationMs: 90 }),
    x,
  ])
}

onEachDatabase('tests in the order of a column', (makeApp) => {
  test('each column sorts all tests in both directions, whatever the size of a page', async () => {
    const app = await makeApp()
    await makeShop(app)
    const orders: [query: string, wanted: string[]][] = [
      ['sort=title', ['adds', 'Buys', 'pays', 'refunds', 'x']],
      ['sort=title&order=desc', ['x', 'refunds', 'pays', 'Buys', 'adds']],
      ['sort=duration', ['Buys', 'adds', 'pays', 'x', 'refunds']],
      ['sort=duration&order=asc', ['x', 'pays', 'adds', 'Buys', 'refunds']],
      ['sort=rate', ['Buys', 'pays', 'x', 'adds', 'refunds']],
      ['sort=rate&order=asc', ['x', 'adds', 'refunds', 'pays', 'Buys']],
      ['sort=failed', ['refunds', 'Buys', 'pays', 'x', 'adds']],
      ['sort=failed&order=asc', ['pays', 'Buys', 'refunds', 'x', 'adds']],
      ['sort=created', ['x', 'adds', 'refunds', 'Buys', 'pays']],
      ['sort=created&order=asc', ['pays', 'Buys', 'refunds', 'adds', 'x']],
      ['sort=title&owner=@shop/cart', ['adds', 'Buys']],
      ['sort=failed&owner=@shop/pay', ['refunds', 'pays']],
      ['sort=duration&q=ay', ['pays', 'refunds']],
      ['sort=title&monitor=broken', []],
    ]
    for (const [query, wanted] of orders)
      for (const limit of [1, 2, 5, 50])
        expect([query, limit, await titles(app, `/api/tests?project=shop&${query}`, limit)]).toEqual([
          query,
          limit,
          wanted,
        ])
  })

  test('a rename keeps the values of the earlier name', async () => {
    const app = await makeApp()
    await makeShop(app)
    await settled(app, { codeowners, results: [passed('buys all', cart)] })
    const ids = (await app.get<Listed[]>('/api/tests?project=shop')).data
    const idOf = (title: string) => ids.find((one) => one.titles[0] === title)?.testId
    await app.post('/api/renames', {
      project: 'shop',
      renames: [{ from: idOf('Buys'), to: idOf('buys all') }],
    })
    for (const sort of ['rate', 'failed', 'title', 'duration']) {
      const found = await titles(app, `/api/tests?project=shop&sort=${sort}`, 2)
      expect(found).not.toContain('Buys')
      expect(found.filter((title) => title === 'buys all')).toHaveLength(1)
    }
    expect((await titles(app, '/api/tests?project=shop&sort=rate', 2))[0]).toBe('buys all')
  })

  test('a test has its newest duration and those before it', async () => {
    const app = await makeApp()
    await makeShop(app)
    const { data } = await app.get<Listed[]>('/api/tests?project=shop&details=true&sort=duration')
    expect(data.map(({ titles, details }) => [titles[0], details?.durationMs, details?.durations])).toEqual([
      ['Buys', 300, [300]],
      ['adds', 90, [5, 5, 90]],
      ['pays', 40, [5, 40]],
      ['x', 1, [1, 1, 1]],
      ['refunds', null, [5, 5]],
    ])
  })

  test('a cursor belongs to one order', async () => {
    const app = await makeApp()
    await makeShop(app)
    const { page } = await app.get('/api/tests?project=shop&sort=title&limit=1')
    const { error } = await app.get(`/api/tests?project=shop&sort=rate&limit=1&cursor=${page?.nextCursor}`)
    expect(error?.code).toBe('INVALID_REQUEST')
  })

  test('flaky tests sort by each column, say their cost and the document that knows their error', async () => {
    const app = await makeApp()
    await makeShop(app)
    const path = '/api/flaky-tests?project=shop'
    const orders: [query: string, wanted: string[]][] = [
      ['sort=rate', ['Buys', 'pays']],
      ['sort=rate&order=asc', ['pays', 'Buys']],
      ['sort=evidence&order=asc', ['pays', 'Buys']],
      ['sort=seen', ['Buys', 'pays']],
      ['sort=seen&order=asc', ['pays', 'Buys']],
      ['sort=cost', ['Buys', 'pays']],
      ['sort=title&order=desc', ['pays', 'Buys']],
      ['sort=owner&order=desc', ['pays', 'Buys']],
      ['sort=rate&owner=@shop/pay', ['pays']],
    ]
    for (const [query, wanted] of orders)
      for (const limit of [1, 50])
        expect([query, await titles(app, `${path}&${query}`, limit)]).toEqual([query, wanted])
    const [buys] = (await app.get<Flaky[]>(path)).data
    expect(buys).toMatchObject({ costMs: 600, document: null })
    await app.put('/api/documents', { project: 'shop', path: 'slips.md', content: '# Why it slips' })
    await app.put(`/api/failures/${buys?.lastError?.fingerprint}/documents`, {
      project: 'shop',
      document: 'slips.md',
      cause: 'A race.',
    })
    const [known] = (await app.get<Flaky[]>(path)).data
    expect(known?.document).toEqual({ project: 'shop', path: 'slips.md', title: 'Why it slips' })
    const { value: key } = await addKey(app, { id: 1 }, { role: 'viewer', name: 'reads', scopes: ['read'] })
    const [unknown] = (await app.get<Flaky[]>(path, { key })).data
    expect(unknown?.document).toBeNull()
  })

  test('the owners of a project are those of its test files', async () => {
    const app = await makeApp()
    await makeShop(app)
    const { data } = await app.get<{ owners: string[] }>('/api/owners?project=shop')
    expect(data.owners).toEqual(['@shop/cart', '@shop/pay'])
  })
})
