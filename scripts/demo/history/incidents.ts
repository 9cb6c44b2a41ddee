import type { Random } from '../../../bench/verdicts/random.ts'
import type { Failure } from '../../../packages/protocol/src/index.ts'
import { DAY_MS, type Push } from './calendar.ts'
import type { StoryTest } from './suites.ts'

/** How one attempt of a test ends. */
export interface Try {
  failure?: Failure
  durationMs: number
}

/** Days before now. */
const BROKEN_BASE = {
  from: 9,
  until: 7.4,
  tests: ['rounds each line', 'adds up to the total', 'adds the taxes of each line'],
}
const OUTAGE = { from: 16.1, until: 14.6, folder: 'packages/backend/src/payments/' }
const BROKEN_NOW = { from: 2.2, test: 'exports a year of orders' }
const SLOWER = { from: 12, test: 'renders a year of sales', factor: 2.1 }

const SUGGESTED = `expect(locator).toHaveText(expected) failed

Locator: locator('#suggestions li')
Timeout: 1000ms
- Expected  - 3
+ Received  + 1

- Array [
-   "Lamp",
- ]
+ Array []

Call log:
  - Expect "toHaveText" locator('#suggestions li') with timeout 1000ms
  - waiting for locator('#suggestions li')
    9 × locator resolved to 0 elements
`

interface Flake {
  title: string
  /** The probability that one attempt fails. */
  probability: number
  message: string
  /** Days before now. */
  since?: number
  /** The end of the leg that it is on. */
  leg?: string
}

const FLAKES: Flake[] = [
  {
    title: 'finds what was added a moment ago',
    probability: 0.11,
    message: 'expected 0 hits to be 1: the index was not refreshed yet',
  },
  {
    title: 'ends a session after thirty minutes',
    probability: 0.12,
    message: 'Timed out in 5000 ms',
    leg: 'node22',
  },
  {
    title: 'sends one mail for each order',
    probability: 0.16,
    message: 'expected 2 mails to be 1',
    since: 14,
  },
  { title: 'suggests while typing', probability: 0.08, message: SUGGESTED },
  { title: 'reserves under load', probability: 0.03, message: 'deadlock detected' },
]

/** The tries of a test in a run: at most two, as the suites try again once. */
export function triesOf(test: StoryTest, push: Push, leg: string, now: number, random: Random): Try[] {
  const daysAgo = (now - push.at) / DAY_MS
  const codeDaysAgo = (now - push.codeAt) / DAY_MS
  const certain = certainFailure(test, push, daysAgo, codeDaysAgo)
  const first = certain ?? chance(test, leg, daysAgo, random)
  if (!first) return [{ durationMs: duration(test, codeDaysAgo, random) }]
  const second = certain ?? chance(test, leg, daysAgo, random)
  const took = () => duration(test, codeDaysAgo, random) * 1.2
  return [
    { failure: first, durationMs: took() },
    { ...(second && { failure: second }), durationMs: took() },
  ]
}

function certainFailure(
  test: StoryTest,
  push: Push,
  daysAgo: number,
  codeDaysAgo: number,
): Failure | undefined {
  const title = test.titles.at(-1) ?? ''
  const at = placeOf(test)
  if (isWithin(BROKEN_BASE, codeDaysAgo) && BROKEN_BASE.tests.includes(title))
    return {
      ...at,
      name: 'AssertionError',
      message: 'expected 1999 to be 1998 // Object.is equality',
      expected: '1998',
      actual: '1999',
    }
  if (isWithin(OUTAGE, daysAgo) && test.file.startsWith(OUTAGE.folder))
    return { ...at, name: 'Error', message: 'connect ECONNREFUSED 10.20.0.7:8443 (payments sandbox)' }
  if (codeDaysAgo < BROKEN_NOW.from && title === BROKEN_NOW.test) return exportFailure(test)
  if (push.isBroken && push.change?.breaks?.includes(title))
    return { ...at, name: 'AssertionError', message: push.change.message ?? 'expected true to be false' }
  return undefined
}

function chance(test: StoryTest, leg: string, daysAgo: number, random: Random): Failure | undefined {
  const flake = FLAKES.find(({ title }) => title === test.titles.at(-1))
  if (!flake || daysAgo > (flake.since ?? 100) || !leg.endsWith(flake.leg ?? '')) return undefined
  return random.chance(flake.probability)
    ? { ...placeOf(test), name: 'Error', message: flake.message }
    : undefined
}

function duration({ titles, usualMs }: StoryTest, daysAgo: number, random: Random): number {
  const factor = titles.at(-1) === SLOWER.test && daysAgo < SLOWER.from ? SLOWER.factor : 1
  return Math.max(1, Math.round(usualMs * factor * (1 + random.normal() * 0.07)))
}

const isWithin = ({ from, until }: { from: number; until: number }, daysAgo: number) =>
  daysAgo <= from && daysAgo > until

const lineOf = (test: StoryTest) => 8 + ((test.titles.join().length * 7) % 60)

function placeOf(test: StoryTest): Pick<Failure, 'location' | 'stack'> {
  const line = lineOf(test)
  return { location: { file: test.file, line, column: 5 }, stack: `    at ${test.file}:${line}:5` }
}

/** As Playwright reports it in the demo's own runs, so that both are the same failure. */
function exportFailure(test: StoryTest): Failure {
  const message = `expect(locator).toHaveText(expected) failed

Locator:  getByTestId('exported')
Expected: "3 orders exported"
Received: "2 orders exported"
Timeout:  1000ms

Call log:
  - Expect "toHaveText" getByTestId('exported') with timeout 1000ms
  - waiting for getByTestId('exported')
    9 × locator resolved to <p data-testid="exported">2 orders exported</p>
      - unexpected value "2 orders exported"
`
  return {
    name: 'Error',
    message,
    expected: '"3 orders exported"',
    actual: '"2 orders exported"',
    location: { file: test.file, line: 10, column: 48 },
    stack: `Error: ${message}\n    at ${test.file}:10:48`,
    snippet: `   8 |   test('exports a year of orders', async ({ page }) => {
   9 |     await page.getByRole('button', { name: 'Export a year' }).click()
> 10 |     await expect(page.getByTestId('exported')).toHaveText('3 orders exported')
     |                                                ^
  11 |   })
  12 | })`,
  }
}
