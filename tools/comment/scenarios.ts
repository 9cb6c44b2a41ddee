import type { Code, Failure } from '../../packages/protocol/src/index.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeRun,
  type MadeTest,
  made,
  passed,
  settled,
  skipped,
} from '../../server/src/testing/upload.ts'
import type { ShownApp } from './open-app.ts'

const PULL: Partial<Code> = {
  branch: 'cheaper-cards',
  baseBranch: 'main',
  pullRequest: 7,
  repository: 'acme/shop',
  testedSha: 'a'.repeat(40),
  headSha: 'b'.repeat(40),
}
const OWNERS = {
  path: '.github/CODEOWNERS',
  text: '*.test.ts @acme/web\nsrc/checkout/ @acme/payments @ada\n',
}
const STACK = `AssertionError: expected 12.50 to be 12.05
    at src/checkout/total.test.ts:31:22`

/** The evidence that separates a failure of the change from an uncertain one. */
const RUNS = 20

type Play = (app: ShownApp) => Promise<void>

/** So many runs of main, then one of the pull request. */
const play =
  (base: (i: number) => MadeRun, head: MadeRun, runs = RUNS): Play =>
  async (app) => {
    // The testing functions ask for no more than this of an app.
    const it = app as unknown as Parameters<typeof settled>[0]
    for (let i = 0; i < runs; i++) {
      const sha = String(i % 10).repeat(40)
      await settled(it, {
        ...base(i),
        code: { branch: 'main', testedSha: sha, headSha: sha, repository: 'acme/shop' },
      })
    }
    await settled(it, {
      code: { ...PULL, ...(runs > 0 && { baseSha: String((runs - 1) % 10).repeat(40) }) },
      codeowners: OWNERS,
      ...head,
    })
  }

const tests = (count: number, folder: string): MadeTest[] =>
  Array.from({ length: count }, (_, i) =>
    passed(`${folder} > does part ${i + 1} of its work`, {
      file: `src/${folder}/part-${i % 9}.test.ts`,
      durationMs: 40,
    }),
  )
const usual = [...tests(40, 'cart'), ...tests(40, 'search')]
const total = { file: 'src/checkout/total.test.ts', durationMs: 30 }
const slow = (durationMs: number) =>
  passed('search > answers within a second', { file: 'src/search/speed.test.ts', durationMs })

const small = play(
  (i) => ({
    results: [
      ...usual,
      passed('checkout > adds taxes', total),
      passed('checkout > pays by card', total),
      slow(90 + (i % 3)),
      passed('cart > has a badge', total),
    ],
  }),
  {
    results: [
      ...usual,
      failedTwice('checkout > adds taxes', { ...total, message: STACK }),
      flaky('checkout > pays by card', {
        ...total,
        message: 'Timed out after 5000 ms waiting for the frame of the bank',
      }),
      slow(2_400),
      skipped('cart > has a badge', { ...total, reason: 'the badge is being redesigned' }),
      passed('checkout > pays by voucher', total),
    ],
  },
)

/** In GitHub Actions, so that locations in the source are linked. */
const CI = { provider: 'GitHub Actions', url: 'https://github.com/acme/shop/actions/runs/812' }

const error = (file: string, failure: Failure, titles: string): MadeTest =>
  made(titles, { file, durationMs: 30 }, [
    { status: 'failed', detail: { errors: [failure] } },
    { status: 'failed', detail: { errors: [failure] } },
    { status: 'failed', detail: { errors: [failure] } },
  ])

const regression = play(
  () => ({ results: [...usual, passed('checkout > adds taxes', total), flaky('cart > blinks', total)] }),
  {
    ci: CI,
    results: [
      ...usual,
      error(
        'src/checkout/total.test.ts',
        {
          name: 'Error',
          message:
            'expect(received).toBe(expected) // Object.is equality\n\nExpected: "Thanks"\nReceived: "Paid"',
          stack:
            'Error: expect(received).toBe(expected)\n    at total (src/checkout/total.ts:12:9)\n    at src/checkout/total.test.ts:48:22',
        },
        'checkout > adds taxes',
      ),
      failed('cart > blinks', { ...total, message: 'slipped' }),
      passed('cart > is new', total),
    ],
  },
)

const broken = (i: number, message: string, at: string): MadeTest =>
  error(
    `src/cart/part-${i % 4}.test.ts`,
    {
      name: 'TypeError',
      message,
      stack: `TypeError: ${message}\n    at ${at}\n    at src/cart/part-${i % 4}.test.ts:${10 + i}:3`,
    },
    `cart > handles case ${i + 1}`,
  )
const cases = (count: number, of: (i: number) => MadeTest) => Array.from({ length: count }, (_, i) => of(i))
const fine = (count: number) =>
  cases(count, (i) => passed(`cart > handles case ${i + 1}`, { file: `src/cart/part-${i % 4}.test.ts` }))

const cause = play(() => ({ results: [...usual, ...tests(60, 'pages'), ...fine(60)] }), {
  ci: CI,
  results: [
    ...usual,
    ...tests(60, 'pages'),
    ...cases(60, (i) =>
      broken(
        i,
        "Cannot read properties of undefined (reading 'currency')",
        'priceOf (src/cart/price.ts:31:17)',
      ),
    ),
  ],
})

const flakes = play(
  () => ({ results: [...usual, flaky('checkout > pays by card', total), passed('search > finds', total)] }),
  {
    ci: CI,
    results: [
      ...usual,
      failed('checkout > pays by card', { ...total, message: 'slipped' }),
      flaky('search > finds', { ...total, message: 'Timed out after 5000 ms waiting for results' }),
    ],
  },
)

const unreachable = (count: number) =>
  cases(count, (i) =>
    failed(`cart > handles case ${i + 1}`, {
      file: `src/cart/part-${i % 12}.test.ts`,
      message: 'connect ECONNREFUSED 127.0.0.1:5432',
    }),
  )
const reachable = (count: number) =>
  cases(count, (i) => passed(`cart > handles case ${i + 1}`, { file: `src/cart/part-${i % 12}.test.ts` }))

/** A database that nobody reached, on other branches neither. */
const outage: Play = async (app) => {
  const it = app as unknown as Parameters<typeof settled>[0]
  const up = [...tests(20, 'pages'), ...reachable(180)]
  const down = [...tests(20, 'pages'), ...unreachable(180)]
  const on = (branch: string, sha: string, results: MadeTest[]) =>
    settled(it, {
      code: { branch, testedSha: sha.repeat(40), headSha: sha.repeat(40), repository: 'acme/shop' },
      results,
    })
  for (let i = 0; i < RUNS; i++) await on('main', String(i % 10), up)
  for (const [i, branch] of ['faster-search', 'new-logo', 'upgrade-vite'].entries())
    await on(branch, 'cde'.charAt(i), down)
  await settled(it, { ci: CI, code: { ...PULL, baseSha: '9'.repeat(40) }, codeowners: OWNERS, results: down })
}

const onBase = [
  ...usual,
  failedTwice('checkout > adds taxes', { ...total, message: STACK }),
  failedTwice('checkout > pays by card', { ...total, message: STACK }),
]
const brokenBase = play(() => ({ results: onBase }), { ci: CI, results: onBase })

const CAUSES = [
  ["Cannot read properties of undefined (reading 'currency')", 'priceOf (src/cart/price.ts:31:17)'],
  ['Unknown locale: de-AT', 'formatOf (src/locale/format.ts:8:11)'],
  ["Cannot find module '../lib/voucher'", 'load (src/lib/load.ts:4:9)'],
  ['The cart is locked', 'open (src/cart/lock.ts:19:5)'],
  ['expected the basket to have items', 'checked (src/cart/check.ts:77:3)'],
] as const
const manyFine = [...tests(19_500, 'grid'), ...fine(500)]
const huge = play(
  () => ({ results: manyFine }),
  {
    ci: CI,
    results: [
      ...tests(19_500, 'grid'),
      ...cases(500, (i) => broken(i, CAUSES[i % 5]?.[0] ?? '', CAUSES[i % 5]?.[1] ?? '')),
    ],
  },
  6,
)

const wordy = (i: number) =>
  `${STACK}\n${Array.from({ length: 20 }, (_, line) => `    at step ${line} of ${'a long way '.repeat(4)}(src/deep/module-${i}.ts:${line}:7)`).join('\n')}`

const large = play(() => ({ results: tests(400, 'grid') }), {
  results: tests(400, 'grid').map((test, i) =>
    i % 4 === 0 ? failedTwice(test.titles.join(' > '), { file: test.file, message: wordy(i) }) : test,
  ),
})

const NASTY =
  '@octocat #1 https://evil.example <img src=x onerror=alert(1)> [a](http://evil.example) ![b](http://evil.example/p.png) `x` | **bold** \u202eterces\u202c \u200b </details>'
const hostile = play(
  () => ({ suite: NASTY.slice(0, 60), results: [...usual, passed(NASTY, { file: `src/${NASTY}.test.ts` })] }),
  {
    suite: NASTY.slice(0, 60),
    results: [
      ...usual,
      failedTwice(NASTY, {
        file: `src/${NASTY}.test.ts`,
        message: `${NASTY}\n\`\`\`\n</details>\n\n# Owned @octocat\n\n<script>alert(1)</script>`,
      }),
      skipped(`${NASTY} too`, { reason: NASTY }),
    ],
    codeowners: { path: 'CODEOWNERS', text: '* @octocat @acme/<img> evil@example.com\n' },
  },
)

/** Several projects and suites of one pull request: sound, broken, and still running. */
const several: Play = async (app) => {
  await small(app)
  const it = app as unknown as Parameters<typeof settled>[0]
  for (const suite of ['e2e', 'unit']) {
    for (let i = 0; i < 3; i++) await settled(it, { suite, results: usual })
    await settled(it, {
      suite,
      code: PULL,
      results:
        suite === 'unit'
          ? usual
          : [
              ...usual.slice(1),
              failed('cart > opens', {
                file: 'e2e/cart.spec.ts',
                message: 'connect ECONNREFUSED 127.0.0.1:5432',
              }),
            ],
    })
  }
}

/** Each leaves one pull request 7 behind. */
export const SCENARIOS: Record<string, Play> = {
  small,
  sound: play(() => ({ results: usual }), { ci: CI, results: usual }),
  regression,
  cause,
  flakes,
  outage,
  'broken-base': brokenBase,
  huge,
  first: play(
    () => ({}),
    { results: [...usual, failed('checkout > adds taxes', { ...total, message: STACK })] },
    0,
  ),
  'first-sound': play(() => ({}), { results: usual }, 0),
  several,
  large,
  hostile,
}
