import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { passed, settled } from '../../testing/upload.ts'
import { BLOCK_TESTS, indexTests } from './index-tests.ts'

interface Listed {
  testId: string
  titles: string[]
}

/** All pages of a search joined, and how many there were. */
async function search(app: TestApp, query: string) {
  const titles: string[] = []
  for (let cursor = '', pages = 1; ; pages++) {
    const { data, page } = await app.get<Listed[]>(`/api/tests?project=shop&${query}${cursor}`)
    titles.push(...data.map((one) => one.titles.join(' > ')))
    if (!page?.nextCursor) return { found: titles, pages }
    cursor = `&cursor=${page.nextCursor}`
  }
}

const numbered = (count: number, title: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => title(i))
const upload = (app: TestApp, titles: string[], project = 'shop') =>
  settled(app, { project, results: titles.map((title) => passed(title, { file: 'src/Cart.test.ts' })) })

onEachDatabase('words in the names of tests', (makeApp) => {
  test('are found by their index as they are without it, page by page', async () => {
    const app = await makeApp()
    const special = ['says "no" twice', 'a \\ path', 'ÄRGER mit Umlauten', 'カートを空にする', '100%_sure']
    const first = [...numbered(BLOCK_TESTS + 20, (i) => `cart > adds item ${i}`), ...special]
    await upload(app, first)
    await upload(
      app,
      numbered(BLOCK_TESTS, (i) => `elsewhere ${i}`),
      'other',
    )
    const second = numbered(BLOCK_TESTS + 20, (i) => `login > asks again ${i}`)
    await upload(app, second)
    const words = [
      'item 27',
      'ITEM 27',
      'again',
      'src/cart',
      'nothing',
      '"no"',
      ' \\ ',
      'ÄRGER',
      'カート',
      '%_',
      'g',
      '7',
    ]
    const ask = async () => {
      const answers: Record<string, string[]> = {}
      for (const word of words)
        answers[word] = (await search(app, `q=${encodeURIComponent(word)}&limit=200`)).found
      return answers
    }
    const before = await ask()
    expect(await indexTests(app.store)).toBe(3)
    expect(await indexTests(app.store)).toBe(0)
    expect(await ask()).toEqual(before)
    const newest = [...first, ...second].reverse()
    for (const word of words.filter((one) => one !== 'src/cart'))
      expect(before[word], word).toEqual(
        newest.filter((title) => title.toLowerCase().includes(word.toLowerCase())),
      )
    expect(before['src/cart']).toEqual(newest)
    const small = await search(app, 'q=item%2027&limit=2')
    expect(small).toEqual({ found: before['item 27'], pages: 4 })
    await upload(app, ['cart > adds item 2777'])
    expect((await search(app, 'q=item%2027')).found).toEqual([
      'cart > adds item 2777',
      ...(before['item 27'] ?? []),
    ])
  })

  test('are found in blocks without them where a test had them in an earlier name', async () => {
    const app = await makeApp()
    await upload(
      app,
      numbered(BLOCK_TESTS, (i) => `pays ${i}`),
    )
    await upload(
      app,
      numbered(BLOCK_TESTS, (i) => `settles ${i}`),
    )
    await indexTests(app.store)
    const { data } = await app.get<Listed[]>('/api/tests?project=shop&q=settles%2077')
    const { data: old } = await app.get<Listed[]>('/api/tests?project=shop&q=pays%20201')
    const renamed = await app.post('/api/renames', {
      project: 'shop',
      from: old[0]?.testId,
      to: data[0]?.testId,
    })
    expect(renamed.status).toBe(200)
    expect((await search(app, 'q=pays%20201')).found).toEqual(['settles 77'])
    expect((await search(app, 'q=pays%20202')).found).toEqual(['pays 202'])
  })

  test('that few tests or none have cost a page so many tests and no more', async () => {
    const app = await makeApp()
    const most = 16 * BLOCK_TESTS
    await upload(app, ['the %% one', ...numbered(most + 2 * BLOCK_TESTS, (i) => `of many ${i}`)])
    for (const query of ['q=%25%25', 'q=%25%25&monitor=healthy']) {
      expect(await search(app, query)).toEqual({ found: ['the %% one'], pages: 2 })
      expect((await app.get(`/api/tests?project=shop&${query}`)).data).toEqual([])
    }
    expect(await search(app, 'monitor=broken')).toEqual({ found: [], pages: 1 })
    await indexTests(app.store)
    // Two characters are no trigram: every block may have them.
    expect(await search(app, 'q=%25%25')).toEqual({ found: ['the %% one'], pages: 2 })
    expect(await search(app, 'q=%25%25%20one')).toEqual({ found: ['the %% one'], pages: 1 })
  })
})
