import type { AttemptDetail } from '@svc/protocol'
import { flaky, type MadeRun, type MadeTest, passed } from '../../../server/src/testing/upload.ts'

export const BASE_RUNS = 20

const PAY = { file: 'src/checkout/pay.test.ts' }
const CART = { file: 'src/cart/storage.test.ts' }

/** All tests of the shop, passed. */
export const shop = (): MadeTest[] => [
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

/** A run of main, in which some tests fail now and then. */
export function baseRun(i: number, startedAt: number): MadeRun {
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

/** Fails once; on main it then passes on the same code. After more failures in a row, nobody could call it a flake. */
const typing = (recovers: boolean): MadeTest => {
  const test = failing('search > waits until typing stops', 'src/search/box.test.ts', 1, {
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

/** A failure with all that a report may say of it. */
export const charge = (): MadeTest => {
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

/** A pull request that broke two tests. */
export function brokenRun(startedAt: number): MadeRun {
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
