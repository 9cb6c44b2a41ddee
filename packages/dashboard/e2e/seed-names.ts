import { type MadeRun, type MadeTest, passed } from '../../../server/src/testing/upload.ts'

/** As long as teams make them: of a service and of what tests it. */
export const LONG_PROJECT = 'storefront-checkout-integration-tests'
const HOUR_MS = 3_600_000
const FILE = `tests/${'integration/'.repeat(6)}checkout-with-every-way-to-pay.spec.ts`
const ONE_WORD = `renders_${'the_receipt_of_'.repeat(12)}a_guest`
const LEGS = ['ubuntu-24.04-node-24-postgres-18', 'windows-2025-node-24-postgres-18'] as const
const VARIANTS = ['Mobile Chrome landscape', 'Desktop Safari'] as const

/** Long names everywhere, on two legs, each with two variants: three runs of main, then a pull request that fails on all. */
export function nameRuns(now: number): { run: MadeRun; isLast: boolean }[] {
  const on = (build: string, branch: string, startedAt: number, isBroken: boolean) =>
    LEGS.map((leg, i) => ({
      run: {
        project: LONG_PROJECT,
        build,
        startedAt,
        runner: { name: 'playwright', version: '1.65.1' },
        part: { leg },
        code: {
          branch,
          baseBranch: 'main',
          repository: 'acme/storefront-checkout-integration-tests',
          ...(isBroken && { pullRequest: 731, message: 'Pay in parts' }),
        },
        codeowners: { path: 'CODEOWNERS', text: '* @acme/people-who-care-for-the-checkout\n' },
        results: tests(isBroken),
      } satisfies MadeRun,
      isLast: i === LEGS.length - 1,
    }))
  return [
    ...[3, 2, 1].flatMap((ago) => on(`long-${ago}`, 'main', now - ago * HOUR_MS, false)),
    ...on('long-pull', 'pay-in-parts-without-an-account-and-keep-the-basket', now, true),
  ]
}

/** A line that names what it expects at its end, beside a difference of two short lines. */
const SNIPPET = `  60 |   await page.getByRole('button', { name: 'Pay' }).click()
> 61 |   await expect(page.getByRole('status', { name: 'Receipt' })).toHaveText('Paid in 3 parts of 16.66 EUR')
     |                                                               ^
  62 | })`

const broken: MadeTest['attempts'][number] = {
  status: 'failed',
  durationMs: 5,
  detail: {
    errors: [
      {
        name: 'Error',
        message: 'expected the receipt to be printed, but the printer was never asked for it at all',
        expected: '3',
        actual: '2',
        snippet: SNIPPET,
        location: { file: FILE, line: 61, column: 63 },
      },
    ],
  },
}

const tests = (isBroken: boolean): MadeTest[] =>
  VARIANTS.flatMap((variant) => [
    isBroken
      ? { file: FILE, titles: ['checkout', 'pays in parts'], variant, attempts: [broken] }
      : passed('checkout > pays in parts', { file: FILE, variant }),
    passed(`checkout > ${ONE_WORD}`, { file: FILE, variant }),
  ])
