import { describeInChromium } from '@svc/test-kit/describe-in-chromium'
import { beforeAll, expect, test } from 'vitest'
import { expectEqualReports } from './json-report.ts'
import { eachVersion, HEAD, type Reported, runOnce } from './project.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const FILES = {
  'page.spec.js': `${HEAD}
    test.beforeEach(async ({ page }) => { await page.setContent('<h1>Shop</h1><button disabled>Buy</button>') })
    test('sees the page', async ({ page }) => { await expect(page.locator('h1')).toHaveText('Shop', { timeout: 60_000 }) })
    test('misses a text', async ({ page }) => { await expect(page.locator('h1')).toHaveText('Cart', { timeout: 200 }) })
    test('misses a title', async ({ page }) => { await expect(page).toHaveTitle('Cart', { timeout: 200 }) })
    test('cannot click', async ({ page }) => { await page.click('button', { timeout: 200 }) })
    test('closes its page', async ({ page }) => { await page.close(); await page.click('h1') })
  `,
}

// The sources of other browsers are not on every machine.
describeInChromium('real browsers', (executablePath) => {
  eachVersion('tests with a page', (version) => {
    let run: Reported
    const attemptOf = (title: string) => run.test(title).attempts[0]

    beforeAll(async () => {
      run = await runOnce(version, FILES, {
        timeout: 240_000,
        use: {
          screenshot: 'only-on-failure',
          trace: 'retain-on-failure',
          launchOptions: { executablePath, args: ARGS },
        },
      })
    })

    test('counts, results, attempts and durations are those of the JSON reporter', () => {
      expectEqualReports(run.part, run.report)
      expect(run.report.stats).toMatchObject({ expected: 1, unexpected: 4 })
    })

    test('a failed expectation has its values, its location and its log', () => {
      for (const [title, locator] of [
        ['misses a text', "locator('h1')"],
        ['misses a title', 'Cart'],
      ] as const) {
        const [error] = attemptOf(title)?.errors ?? []
        expect(error?.message).toContain(locator)
        expect(error?.message).toMatch(/Call log:|waiting for/)
        expect(error).toMatchObject({ expected: '"Cart"', location: { file: 'page.spec.js' } })
      }
      expect(attemptOf('cannot click')?.errors?.[0]?.message).toMatch(
        /Timeout 200ms exceeded[\s\S]*Call log:/,
      )
    })

    test('a failure has its screenshot and trace, and a pass has none', () => {
      const names = attemptOf('misses a text')?.attachments ?? []
      expect(names).toEqual(
        expect.arrayContaining([
          {
            name: 'screenshot',
            contentType: 'image/png',
            path: expect.stringMatching(/^test-results\/.*\.png$/),
          },
          {
            name: 'trace',
            contentType: 'application/zip',
            path: expect.stringMatching(/^test-results\/.*\.zip$/),
          },
        ]),
      )
      expect(run.test('sees the page').attempts).toEqual([
        { status: 'passed', startMs: expect.any(Number), durationMs: expect.any(Number) },
      ])
    })

    test('the steps say on what the browser acted', () => {
      const flat = (steps: { title: string; steps?: never[] }[] = []): string[] =>
        steps.flatMap(({ title, steps: inner }) => [title, ...flat(inner)])
      const titles = flat(attemptOf('cannot click')?.steps as never)
      expect(titles.join('\n')).toMatch(/click.*button/i)
      expect(titles).toContain('Before Hooks')
    })
  })
})
