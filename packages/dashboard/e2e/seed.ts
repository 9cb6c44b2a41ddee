import type { AttemptDetail } from '@svc/protocol'
import { flaky, type MadeRun, type MadeTest, passed } from '../../../server/src/testing/upload.ts'
import { insightRuns, readInsights, type SeededInsights } from './insights.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { timeLineParts } from './seed-time-line.ts'
import { type Images, visualRun } from './seed-visual.ts'
import { attach, upload } from './send.ts'

/** Ids of the seeded executions. */
export interface Seeded {
  /** A pull request that broke two tests, among failures that others explain. */
  broken: string
  /** A pull request that broke nothing. */
  green: string
  /** The first run of its project. */
  alone: string
  /** Not over yet. */
  running: string
  /** Titles, errors and output that try to be something else. */
  hostile: string
  /** 20,000 results. */
  large: string
  insights: SeededInsights
  /** A pull request with a test that became slower, and one that became faster. */
  slower: string
  /** A screenshot assertion that failed twice, with its images and a video. */
  visual: string
  /** Three shards with several workers each, after a job that prepares them. */
  sharded: string
  /** When the pull request's run began, milliseconds since the epoch. */
  now: number
}

export interface Attached extends Images {
  trace: Uint8Array
  screenshot: Uint8Array
}

const HOUR_MS = 3_600_000
const BASE_RUNS = 20
const MANY = 20_000

/** Fills a new server with a shop's runs: twenty of main, then pull requests. */
export async function seed(server: { url: string; apiKey: string }, attached: Attached): Promise<Seeded> {
  const now = Date.now()
  const to = { ...server, now }
  for (let i = 0; i < BASE_RUNS; i++) await upload(to, baseRun(i, now - (BASE_RUNS + 2 - i) * HOUR_MS), true)
  const topic = { branch: 'pay-by-card', baseBranch: 'main', repository: 'acme/shop' }
  const broken = await upload(to, brokenRun(now), true)
  await attach(to, broken, [attached.trace, attached.screenshot])
  const green = await upload(to, { code: topic, startedAt: now - HOUR_MS / 2, results: shop() }, true)
  const alone = await upload(
    to,
    { project: 'first-steps', startedAt: now, results: [charge(), ...shop().slice(0, 3)] },
    true,
  )
  const running = await upload(
    to,
    { code: { ...topic, branch: 'still-running' }, startedAt: now, results: shop().slice(0, 5), end: null },
    false,
  )
  const hostile = await upload(to, { project: 'hostile', startedAt: now, results: hostileTests() }, true)
  const large = await upload(to, largeRun(now), true)
  for (const each of insightRuns(now)) await upload(to, each, true)
  const insights = await readInsights(server)
  await seedKnowledge(server)
  for (let i = 0; i < SPEED_RUNS; i++)
    await upload(to, speedRun(i, now - (SPEED_RUNS + 1 - i) * HOUR_MS), true)
  const slower = await upload(to, slowerRun(now), true)
  let sharded = ''
  for (const each of timeLineParts(now)) sharded = (await upload(to, each.run, each.isLast)).execution
  const visual = await upload(to, visualRun(now), true)
  const { expected, actual, difference, taller, video } = attached
  await attach(to, visual, [expected, actual, difference, video, expected, taller])
  return {
    broken: broken.execution,
    green: green.execution,
    alone: alone.execution,
    running: running.execution,
    hostile: hostile.execution,
    large: large.execution,
    insights,
    slower: slower.execution,
    visual: visual.execution,
    sharded,
    now,
  }
}

const PAY = { file: 'src/checkout/pay.test.ts' }
const CART = { file: 'src/cart/storage.test.ts' }

const shop = (): MadeTest[] => [
  passed('checkout > pays by card > charges what the cart comes to', { ...PAY, durationMs: 900 }),
  passed('checkout > pays by card > refuses a card that has expired', { ...PAY, durationMs: 700 }),
  passed('taxes > rounds taxes for each line', { file: 'src/taxes/round.test.ts' }),
  passed('search > waits until typing stops', { file: 'src/search/box.test.ts' }),
  passed('cart > keeps the basket over a reload', CART),
  passed('orders > shows the newest order first', { file: 'src/orders/list.test.ts' }),
  ...Array.from({ length: 60 }, (_, i) =>
    passed(`catalog > shows product ${i + 1}`, { file: 'src/catalog/list.test.ts' }),
  ),
]

const named = (title: string) => (test: MadeTest) => test.titles.at(-1) === title

/** Replaces tests of the shop by others of the same name. */
const shopWith = (...others: MadeTest[]): MadeTest[] => [
  ...shop().filter(({ titles }) => !others.some(named(titles.at(-1) ?? ''))),
  ...others,
]

function baseRun(i: number, startedAt: number): MadeRun {
  const results: MadeTest[] = []
  if (i >= BASE_RUNS - 3) results.push(rounds())
  if (i % 7 === 3) results.push(typing(true))
  if (i % 9 === 2)
    results.push(flaky('cart > keeps the basket over a reload', { ...CART, message: 'The basket was empty' }))
  return {
    code: { branch: 'main', repository: 'acme/shop' },
    build: `main-${i}`,
    startedAt,
    results: shopWith(...results),
  }
}

const rounds = (): MadeTest =>
  failing('taxes > rounds taxes for each line', 'src/taxes/round.test.ts', 2, {
    errors: [
      { name: 'AssertionError', message: 'expected 1999 to be 1998', expected: '1998', actual: '1999' },
    ],
  })

/** Fails and passes on the same code. */
const typing = (recovers: boolean): MadeTest => {
  const test = failing('search > waits until typing stops', 'src/search/box.test.ts', recovers ? 1 : 2, {
    errors: [{ name: 'TimeoutError', message: 'Timed out after 5000 ms: the search was not sent' }],
  })
  return recovers ? { ...test, attempts: [...test.attempts, { status: 'passed', durationMs: 1_200 }] } : test
}

const failing = (title: string, file: string, attempts: number, detail: AttemptDetail): MadeTest => ({
  file,
  titles: title.split(' > '),
  attempts: Array.from({ length: attempts }, () => ({ status: 'failed', durationMs: 1_200, detail })),
})

const SNIPPET = `  46 |   const cart = await fill(cartOf(three))
  47 |   const charge = await pay(cart, card)
> 48 |   expect(charge).toEqual(totalOf(cart))
     |                  ^
  49 | })
  50 | `

const STACK = `AssertionError: expected charge to equal what the cart comes to
    at Object.<anonymous> (src/checkout/pay.test.ts:48:18)
    at pay (src/checkout/pay.ts:112:9)
    at runTest (node_modules/runner/dist/run.js:83:5)
    at async Suite.run (node_modules/runner/dist/suite.js:12:3)`

const charge = (): MadeTest => {
  const test = failing('checkout > pays by card > charges what the cart comes to', PAY.file, 3, {
    errors: [
      {
        name: 'AssertionError',
        message: 'expected charge to equal what the cart comes to',
        expected: '{\n  "currency": "EUR",\n  "amount": 4999,\n  "lines": 3\n}',
        actual: '{\n  "currency": "EUR",\n  "amount": 4998,\n  "lines": 3\n}',
        snippet: SNIPPET,
        stack: STACK,
        location: { file: PAY.file, line: 48, column: 18 },
      },
    ],
    location: { file: PAY.file, line: 44 },
    steps: [
      { title: 'Open the shop', durationMs: 212 },
      {
        title: 'Put three things into the cart',
        durationMs: 340,
        steps: [{ title: 'click "Add"', durationMs: 41 }],
      },
      { title: 'Pay by card', durationMs: 610, error: 'expected charge to equal what the cart comes to' },
    ],
    stdout:
      '\u001b[32m✓\u001b[39m cart filled with \u001b[1m3\u001b[22m lines\n\u001b[33mwarning\u001b[39m rounding 49.985\n\u001b[31merror\u001b[39m charge is 4998\n',
  })
  const [first, ...rest] = test.attempts
  const attachments = [
    { name: 'trace', contentType: 'application/zip' },
    { name: 'screenshot', contentType: 'image/png' },
  ]
  return {
    ...test,
    attempts: [
      ...rest,
      { ...(first as MadeTest['attempts'][number]), detail: { ...first?.detail, attachments } },
    ],
  }
}

function brokenRun(startedAt: number): MadeRun {
  const expired = failing('checkout > pays by card > refuses a card that has expired', PAY.file, 3, {
    errors: [
      {
        name: 'TimeoutError',
        message: "locator.click: waiting for getByRole('button', { name: 'Pay' }) to be enabled, 5000 ms",
        stack: 'TimeoutError: locator.click\n    at src/checkout/pay.test.ts:71:40',
        location: { file: PAY.file, line: 71, column: 40 },
      },
    ],
    location: { file: PAY.file, line: 66 },
  })
  const merges = failing('cart > merges two carts after signing in', 'src/cart/merge.test.ts', 1, {
    errors: [{ name: 'Error', message: 'expected 3 lines, found 2', expected: '3', actual: '2' }],
  })
  return {
    build: 'pull-482',
    startedAt,
    code: {
      branch: 'pay-by-card',
      baseBranch: 'main',
      pullRequest: 482,
      repository: 'acme/shop',
      headSha: '7f3e2d1a'.repeat(5),
      testedSha: '7f3e2d1a'.repeat(5),
      message: 'Pay by card',
    },
    ci: { provider: 'GitHub Actions', url: 'https://github.com/acme/shop/actions/runs/482' },
    codeowners: {
      path: '.github/CODEOWNERS',
      text: 'src/checkout/ @acme/payments\nsrc/search/ @acme/search\nsrc/cart/ @acme/cart\n',
    },
    results: shopWith(
      charge(),
      expired,
      merges,
      rounds(),
      typing(false),
      flaky('cart > keeps the basket over a reload', { ...CART, message: 'The basket was empty' }),
      {
        file: 'src/orders/export.test.ts',
        titles: ['orders', 'exports a year'],
        attempts: [{ status: 'skipped', detail: { skip: { kind: 'skip', reason: 'slow' } } }],
      },
    ),
  } as MadeRun
}

const EVIL = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'

const hostileTests = (): MadeTest[] => [
  {
    file: 'src/"><b>bold.test.ts',
    titles: [EVIL, `javascript:alert(1) ${'a'.repeat(400)}`],
    attempts: [
      {
        status: 'failed',
        durationMs: 1,
        detail: {
          errors: [
            {
              name: EVIL,
              message: `${EVIL}\n\u001b[31mred\u001b[0m \u202eevil`,
              expected: EVIL,
              actual: `${EVIL} `,
              snippet: `> 1 | ${EVIL}`,
              stack: EVIL,
            },
          ],
          stdout: `\u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007 ${EVIL} \u001b[38;5;200mpink\u001b[0m`,
          steps: [{ title: EVIL, durationMs: 1, error: EVIL }],
        },
      },
    ],
  },
]

const largeRun = (startedAt: number): MadeRun => ({
  project: 'large',
  startedAt,
  results: Array.from({ length: MANY }, (_, i) =>
    passed(`module ${Math.floor(i / 20)} > does thing ${i}`, {
      file: `src/module-${Math.floor(i / 20)}.test.ts`,
    }),
  ),
})

const SPEED_RUNS = 12
const steady = (i: number): MadeTest[] =>
  Array.from({ length: 8 }, (_, n) =>
    passed(`steady > takes its time ${n}`, {
      file: 'src/steady.test.ts',
      durationMs: 1_000 + ((i + n) % 4) * 30,
    }),
  )

const speedRun = (i: number, startedAt: number): MadeRun => ({
  project: 'speed',
  code: { branch: 'main', repository: 'acme/speed' },
  build: `speed-${i}`,
  startedAt,
  results: [
    passed('report > exports a year', { file: 'src/report.test.ts', durationMs: 1_900 + (i % 5) * 60 }),
    passed('report > prints all pages', { file: 'src/report.test.ts', durationMs: 3_000 + (i % 4) * 70 }),
    ...steady(i),
  ],
})

const slowerRun = (startedAt: number): MadeRun => ({
  ...speedRun(0, startedAt),
  build: 'pull-501',
  code: {
    branch: 'export-weeks',
    baseBranch: 'main',
    pullRequest: 501,
    repository: 'acme/speed',
    message: 'Export weeks',
  },
  results: [
    passed('report > exports a year', { file: 'src/report.test.ts', durationMs: 9_600 }),
    passed('report > prints all pages', { file: 'src/report.test.ts', durationMs: 900 }),
    ...steady(1),
  ],
})
