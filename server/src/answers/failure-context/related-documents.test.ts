import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { failureContextOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import { addProjects, putDocuments } from '../../testing/knowledge.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { connectAgent, type ToolAnswer } from '../../testing/mcp-client.ts'
import { failed, flaky, settled } from '../../testing/upload.ts'

type Context = z.output<typeof failureContextOperations.getFailureContext.output>

const failing = (app: TestApp, messages: Record<string, string>) =>
  settled(app, {
    project: 'shop',
    results: Object.entries(messages).map(([title, message]) => failed(title, { message })),
  })

const contextOf = async (app: TestApp, execution: string, maxTokens = 4_000) =>
  (await app.get<Context>(`/api/failure-context?execution=${execution}&maxTokens=${maxTokens}`)).data

const EXAMPLES = fileURLToPath(new URL('../../../../examples/knowledge/', import.meta.url))
const DEMO = ['architecture/shop.md', 'contracts/prices.md', 'patterns/tests.md']

const REFUNDS = '# Refunds\n\nIf the gateway refused a refund, the token of the bank has expired.\n'

onEachDatabase('documents that may be about a failure', (make) => {
  test('are called possibly related, with what they share, and are read after everything else', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'refunds.md': REFUNDS,
      'gateway.md': '# Gateway\n\nIt has two nodes.\n',
    })
    const data = await contextOf(app, await failing(app, { a: 'gateway refused the refund' }))
    expect(data.clusters[0]?.documents).toMatchObject([
      { path: 'refunds.md', source: 'search', sharedWords: ['gateway', 'refused', 'refund'] },
    ])
    expect(data.text).toContain(
      'Possibly related: document `refunds.md` (`Refunds`), which has `gateway`, `refused`, `refund`',
    )
    expect(data.text).toContain('the token of the bank has expired')
    expect(data.text).not.toContain('Known:')
    expect(data.next.at(-1)).toMatchObject({ tool: 'svc_read_doc', why: 'a document that may be related' })
  })

  test('are quoted only where all failures have room for their facts', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'refunds.md': `${REFUNDS}${'The bank is closed at night. '.repeat(12)}`,
    })
    const messages = Object.fromEntries(
      ['one', 'two', 'three', 'four'].map((name) => [name, `the ${name} printer\n${`${name} `.repeat(150)}`]),
    )
    const failures = { a: `gateway refused the refund\n${'refund '.repeat(60)}`, ...messages }
    const id = await failing(app, failures)
    for (const maxTokens of [500, 1_200, 2_000, 3_000, 4_000, 8_000]) {
      const data = await contextOf(app, id, maxTokens)
      const isWhole = data.clusters.length === 5 && data.clusters.every(({ detail }) => detail === 'full')
      const isQuoted = data.clusters.some(({ documents }) =>
        documents?.some(({ excerpt }) => excerpt !== null),
      )
      if (isQuoted) expect(isWhole, `${maxTokens}`).toBe(true)
      if (maxTokens === 8_000) expect(isQuoted).toBe(true)
      const reading = data.next.findIndex(({ tool }) => tool === 'svc_read_doc')
      expect([-1, data.next.length - 1], `${maxTokens}`).toContain(reading)
    }
  })

  test('are found for every failure that the budget shows, not only for the first', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    const names = [
      'refund',
      'parcel',
      'voucher',
      'invoice',
      'discount',
      'stock',
      'mailing',
      'currency',
      'basket',
    ]
    await putDocuments(
      app,
      'shop',
      Object.fromEntries(
        names.map((name) => [
          `${name}.md`,
          `# The ${name}\n\nIf the ${name} gateway refused it, the ${name} token is old.\n`,
        ]),
      ),
    )
    const messages = Object.fromEntries(
      names.map((name) => [name, `the ${name} gateway refused the ${name} token`]),
    )
    const { clusters } = await contextOf(app, await failing(app, messages), 12_000)
    const found = clusters.map(({ sample, documents = [] }) => [
      `${sample[0]?.titles[0]}.md`,
      documents.map(({ path }) => path),
    ])
    expect(found).toHaveLength(names.length)
    for (const [path, paths] of found) expect(paths).toContain(path)
  })

  test.for([1_000, 4_000])(
    'are shown with each cluster whose cause they state, flaky ones included, page after page: %i tokens',
    async (maxTokens) => {
      const app = await make()
      await addProjects(app, 'shop')
      await putDocuments(app, 'shop', {
        'races.md': '# Races\n\nAfter `E_STOCK_COLD`, the stock was not read yet: await warmUp().\n',
        'rates.md': '# Tax rates\n\nA kind without a key in taxRates gets `E_NO_RATE`.\n',
      })
      const cold = (title: string) => `${title}: the depot answered E_STOCK_COLD at its ${title}`
      const rate = (title: string) => `E_NO_RATE in the ${title}, of which nobody knew`
      const titles = ['basket', 'wishlist', 'shelf', 'counter']
      const results = titles.flatMap((title) => [
        failed(`counts the ${title}`, { message: cold(title) }),
        flaky(`counts the old ${title}`, { message: cold(`old ${title}`) }),
        failed(`taxes the ${title}`, { message: rate(title) }),
        flaky(`taxes the old ${title}`, { message: rate(`old ${title}`) }),
        failed(`breaks the ${title}`, { message: `nothing says why the ${title} is green` }),
      ])
      const execution = await settled(app, { project: 'shop', results })
      const { call } = await connectAgent(app)
      const shown = new Map<string, string[]>()
      const headings: string[] = []
      for (let args: object | null = { execution, max_tokens: maxTokens }; args !== null; ) {
        const { text, structured, isError }: ToolAnswer = await call('svc_get_failures', { ...args })
        expect(isError, text).toBe(false)
        for (const { message, documents, detail } of structured.clusters)
          if (detail !== 'line')
            shown.set(
              message,
              (documents ?? []).map(({ path }: { path: string }) => path),
            )
        headings.push(...text.split(/^(?=## )/m).slice(1))
        const [, next] = /^Next: svc_get_failures (\{.*"cursor".*\}) /m.exec(text) ?? []
        args = next === undefined ? null : JSON.parse(next)
      }
      expect(shown.size).toBe(results.length)
      for (const [message, paths] of shown) {
        const path = /E_STOCK_COLD/.test(message) ? 'races.md' : /E_NO_RATE/.test(message) ? 'rates.md' : null
        expect(paths, message).toEqual(path === null ? [] : [path])
        const heading = headings.find((one) => one.includes(message))
        if (path !== null) expect(heading, message).toContain(`document \`${path}\``)
      }
    },
  )

  test('are found by the file that a test is named after', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(
      app,
      'shop',
      Object.fromEntries(DEMO.map((path) => [path, readFileSync(`${EXAMPLES}${path}`, 'utf8')])),
    )
    const title = 'of the lamp are in the currency of the country'
    const message = 'expect(received).toBe(expected)\n\nExpected: 2719\nReceived: 2718'
    const results = [
      {
        ...failed(title, { message }),
        file: 'packages/playwright/test/prices.spec.js',
        titles: ['prices', title],
      },
    ]
    const { clusters } = await contextOf(app, await settled(app, { project: 'shop', results }))
    expect(clusters[0]?.documents).toMatchObject([
      { path: 'contracts/prices.md', source: 'search', sharedWords: expect.arrayContaining(['prices.js']) },
    ])
  })

  test('are not searched for an error without words', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', { 'refunds.md': REFUNDS })
    const { clusters } = await contextOf(app, await failing(app, { '🎉': '🎉' }))
    expect(clusters).toHaveLength(1)
  })
})

test('the documents of this repository are related to no failure of another project', {
  tags: 'thorough',
}, async () => {
  const app = await makeApp()
  await addProjects(app, 'shop')
  const folder = fileURLToPath(new URL('../../../../docs/', import.meta.url))
  const paths = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => path.endsWith('.md'))
  const texts = paths.map((path) => [path, readFileSync(`${folder}${path}`, 'utf8')])
  await putDocuments(app, 'shop', Object.fromEntries(texts) as Record<string, string>)
  // Of subjects that these documents do not treat: they may well be related to a database that is locked.
  const all: [string, string][] = [
    ['menu > loads news', 'fetch failed'],
    ['menu > renders', 'expect(received).toMatchSnapshot()'],
    ['invoice > looks as the mail shows it', 'Snapshot `invoice > looks as the mail shows it 1` mismatched'],
    ['loads in time', 'Test timed out in 300ms.'],
    ['menu > waits for the badge', 'Exceeded timeout of 5000 ms for a test.'],
    ['cart > pays', 'locator.click: Timeout 2000ms exceeded.'],
    ['cart > shows its title', 'expect(locator).toHaveText(expected) failed'],
    ['cart > opens', "Cannot find module '../src/missing.js'"],
    ['cart > closes', "Cannot read properties of null (reading 'close')"],
    ['checkout > charges', 'card_declined: your card has insufficient funds'],
  ]
  const id = await failing(app, Object.fromEntries(all))
  const { clusters, text } = await contextOf(app, id, 20_000)
  expect(clusters).toHaveLength(all.length)
  for (const { message, documents = [] } of clusters) expect(documents, message).toEqual([])
  expect(text).not.toMatch(/Known:|Possibly related:|svc_read_doc/)
})

onBothDatabases('the searches of one answer', (make) => {
  test('take few connections at a time, so that other requests wait for none of them', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', { 'refunds.md': REFUNDS })
    const words = Array.from({ length: 40 }, (_, at) => `${'abcdefgh'[at % 8]}${'rstuv'[at % 5]}efund`)
    const messages = Object.fromEntries(
      words.map((word, at) => [`t${at}`, `gateway refused the ${word} ${'xyz'.repeat(at)}`]),
    )
    const id = await failing(app, messages)
    let [isOver, most] = [false, 0]
    const watch = () => {
      most = Math.max(most, app.store.connections?.().waiting ?? 0)
      if (!isOver) setImmediate(watch)
    }
    watch()
    const data = await contextOf(app, id, 20_000)
    isOver = true
    expect(data.clusters.length).toBeGreaterThan(20)
    expect(most).toBeLessThan(20)
  })
})
