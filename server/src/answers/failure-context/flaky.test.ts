import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { store } from '../../testing/artifacts.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { failed, flaky, made, passed, run, send, settled } from '../../testing/upload.ts'

/** As Playwright reports an assertion of a page that slipped once. */
const ERROR = {
  name: 'Error',
  message:
    'expect(locator).toHaveText(expected) failed\n\nLocator:  getByTestId("total")\nExpected: "€ 24.00"\nReceived: "€ 0.00"\nTimeout:  5000ms',
  location: { file: 'cart.spec.ts', line: 12, column: 40 },
  stack: 'Error: expect(locator).toHaveText(expected) failed\n    at cart.spec.ts:12:40',
  snippet: '  11 | await open(page)\n> 12 | await expect(total).toHaveText("€ 24.00")\n  13 | })',
}

const slipped = () =>
  made('cart > shows the total', { file: 'cart.spec.ts' }, [
    { status: 'failed', durationMs: 5_100, detail: { errors: [ERROR], stdout: 'GET /total 204' } },
    { status: 'passed', durationMs: 90 },
  ])

const calm = passed('cart > opens', { file: 'cart.spec.ts' })
const main = { branch: 'main' }

/** Runs of main, the third of which slips. */
async function runsOf(app: TestApp): Promise<string[]> {
  const ids: string[] = []
  for (const result of [passed('cart > shows the total', { file: 'cart.spec.ts' }), slipped(), calm])
    ids.push(await settled(app, { code: main, results: [calm, ...(result === calm ? [] : [result])] }))
  return ids
}

onBothDatabases('a test that failed and then passed', (makeApp) => {
  test('is explained like a failure, by its execution, its fingerprint or its name', async () => {
    const app = await makeApp()
    const [, slip] = await runsOf(app)
    const { call } = await connectAgent(app)
    const { text, structured } = await call('svc_get_failures', { execution: slip })
    expect(structured).toMatchObject({
      totals: { clusters: 1, tests: 0, flaky: 1 },
      clusters: [
        {
          verdict: null,
          tests: 0,
          flaky: 1,
          place: { file: 'cart.spec.ts', line: 12 },
          attempts: [{ status: 'failed', durationMs: 5_100 }, { status: 'passed' }],
          sample: [{ titles: ['cart', 'shows the total'] }],
        },
      ],
    })
    expect(text).toContain('1 flaky test')
    for (const shown of ['Received: "€ 0.00"', '`cart.spec.ts:12`', '> 12 |', 'GET /total 204'])
      expect(text).toContain(shown)
    const { fingerprint } = structured.clusters[0]
    const history = await call('svc_get_test_history', { test: 'cart > shows the total' })
    expect(history.text).toContain(fingerprint)
    const answers = [
      { execution: slip, fingerprint },
      { execution: slip, test: 'shows the total' },
      // Of the newest execution, nothing has failed.
      { fingerprint },
      { test: 'shows the total' },
      { test: history.structured.testId },
    ]
    for (const args of answers) {
      const found = await call('svc_get_failures', args)
      expect(found.isError, `${JSON.stringify(args)}: ${found.text}`).toBe(false)
      expect(found.structured.executions[0].id).toBe(slip)
      expect(found.text).toContain('Received: "€ 0.00"')
    }
    await app.request(`/api/executions/${slip}`, { method: 'DELETE' })
    for (const args of [{ fingerprint }, { test: 'shows the total' }]) {
      const { isError, text } = await call('svc_get_failures', args)
      expect(isError).toBe(true)
      expect(text).toBe('NOT_FOUND: Nothing failed in these executions.')
    }
  })

  test('comes after the failures, and joins them if it has their error', async () => {
    const app = await makeApp()
    await runsOf(app)
    const id = await settled(app, {
      code: main,
      results: [
        flaky('a', { message: 'slipped' }),
        failed('b', { message: 'slipped' }),
        flaky('c', { message: 'only slipped' }),
        failed('d', { message: 'wrong' }),
      ],
    })
    const { call } = await connectAgent(app)
    const shown = async () =>
      (await call('svc_get_failures', { execution: id, max_tokens: 20_000 })).structured
    const before = await shown()
    const sizes = before.clusters.map(({ message, tests, flaky: slips }: Record<string, unknown>) => [
      message,
      tests,
      slips,
    ])
    expect(sizes.slice(0, 2).sort()).toEqual([
      ['slipped', 1, 1],
      ['wrong', 1, 0],
    ])
    expect(sizes[2]).toEqual(['only slipped', 0, 1])
    expect(before.totals).toMatchObject({ clusters: 3, tests: 2, flaky: 2 })
    await archive(app, id)
    expect(await shown()).toEqual(before)
  })

  test('shows the artifacts of the attempt that failed, not those of the one that passed', async () => {
    const app = await makeApp()
    const attached = (name: string) => ({ name, contentType: 'text/plain', bytes: Buffer.from(name) })
    const [of, after] = [attached('error-context'), attached('trace-of-the-retry')]
    const attempt = (status: 'failed' | 'passed', { name, contentType }: typeof of) => ({
      status,
      detail: {
        ...(status === 'failed' && { errors: [ERROR] }),
        attachments: [{ name, contentType }],
      },
    })
    const slip = made('slips', {}, [attempt('failed', of), attempt('passed', after)])
    const { data } = await send(app, run({ results: [slip] }))
    const id = await store(app, data.journal, of, { entry: 0 })
    await store(app, data.journal, after, { entry: 1 })
    await app.settle(data.execution.id)
    const { call } = await connectAgent(app)
    const { structured } = await call('svc_get_failures', { execution: data.execution.id })
    expect(structured.clusters[0].artifacts).toMatchObject([{ id, name: 'error-context' }])
  })

  test('a timeout says what the test waited for, and where', async () => {
    const app = await makeApp()
    const waiting = {
      message:
        "locator.click: Test timeout of 6000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Pay' })",
      location: { file: 'cart.spec.ts', line: 14, column: 3 },
      stack: 'Error: locator.click\n    at cart.spec.ts:14:3',
      snippet: '> 14 | await page.getByRole("button").click()',
    }
    const steps = [{ title: 'Click button Pay', durationMs: 6_000, error: waiting.message }]
    const slow = made('pays', { file: 'cart.spec.ts' }, [
      {
        status: 'timedOut',
        durationMs: 6_100,
        detail: { errors: [{ message: 'Test timeout of 6000ms exceeded.' }, waiting], steps },
      },
    ])
    const execution = await settled(app, {
      results: [slow, ...['a', 'b', 'c'].map((title) => failed(title, { message: `no ${title}` }))],
    })
    const { call } = await connectAgent(app)
    const all = await call('svc_get_failures', { execution })
    const one = all.structured.clusters.find(
      ({ sample }: { sample: { titles: string[] }[] }) => sample[0]?.titles[0] === 'pays',
    )
    expect(one).toMatchObject({ place: { file: 'cart.spec.ts', line: 14 }, step: 'Click button Pay' })
    expect(one.others[0]).toContain("waiting for getByRole('button', { name: 'Pay' })")
    for (const shown of ["waiting for getByRole('button', { name: 'Pay' })", '> 14 |', 'cart.spec.ts:14'])
      expect(all.text).toContain(shown)
    const short = await call('svc_get_failures', { execution, max_tokens: 700 })
    expect(short.text).toContain('cart.spec.ts:14')
  })

  test('all of them are counted, however many there are', async () => {
    const app = await makeApp()
    const results = Array.from({ length: 2_001 }, (_, i) => flaky(`slips ${i}`, { message: 'slipped' }))
    const execution = await settled(app, { code: main, results })
    const { call } = await connectAgent(app)
    const { structured } = await call('svc_get_failures', { execution })
    expect(structured.totals).toMatchObject({ flaky: 2_001, tests: 0 })
  })
})
