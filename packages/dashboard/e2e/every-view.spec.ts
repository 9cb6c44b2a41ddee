import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'
import { dress, expect, settle, test, WIDTHS } from './test.ts'
import { DOOR_VIEWS, viewsOf } from './views.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A theme changes colours only. */
const COLOURS: RunOptions = { runOnly: ['color-contrast'] }

/** What holds on every page: axe finds nothing (rules 9 and 10), and nothing scrolls sideways (rule 13). */
for (const width of WIDTHS)
  test(`every view, ${width} px`, async ({ page, visitor, world, expectedErrors }) => {
    // The browser itself reports an answer of 404.
    expectedErrors.push(/status of 40[14]/)
    const check = async (at: Page, name: string, address: string) => {
      await at.goto('about:blank')
      await at.goto(address)
      await settle(at)
      const sideways = await at.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect.soft(sideways, `${name} scrolls sideways`).toBe(0)
      // Once a page: what the library's own package injects for each question costs ten times the question.
      await at.evaluate(AXE)
      expect.soft(await findings(at, {}), `axe on ${name}, light`).toEqual([])
      await at.evaluate(() => {
        document.documentElement.dataset.theme = 'dark'
      })
      expect.soft(await findings(at, COLOURS), `axe on ${name}, dark`).toEqual([])
    }
    for (const at of [page, visitor]) await dress(at, 'light', width, world.url)
    for (const [name, address] of Object.entries(viewsOf(world))) await check(page, name, address)
    for (const [name, address] of Object.entries(DOOR_VIEWS)) await check(visitor, name, address)
  })

/** What axe says of a page, and text in the colour of its background, which is only a doubt to axe. */
const findings = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: { run: typeof run } }
    const { violations, incomplete } = await axe.run(document, options)
    const unseen = incomplete
      .filter(({ id }) => id === 'color-contrast')
      .flatMap(({ nodes }) => nodes)
      .filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'))
    return [...violations, { id: 'invisible text', nodes: unseen }].flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target}`),
    )
  }, options)

test('rule 13: on a phone the answer is first, and the detail opens in place', async ({ page, world }) => {
  await dress(page, 'light', 375, world.url)
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.getByRole('link', { name: /rounds taxes/ }).click()
  const detail = page.locator('.failure[aria-current] + .detail')
  await expect(detail).toContainText('expected 1999 to be 1998')
  const tabs = page.getByRole('navigation', { name: 'Project, below' })
  const boxes = await tabs
    .locator('> *')
    .evaluateAll((all) =>
      all.filter((each) => !each.matches('.menu')).map((each) => [each.scrollWidth, each.clientWidth]),
    )
  expect(boxes).toHaveLength(5)
  for (const [needed = 0, has = 0] of boxes) expect(needed).toBeLessThanOrEqual(has)
  await tabs.getByRole('button', { name: 'More pages' }).click()
  await tabs.getByRole('link', { name: 'Flaky' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Flaky/ })).toBeVisible()
  await expect(tabs.getByRole('button', { name: 'More pages, this is Flaky' })).toBeInViewport()
})

test('rule 14: each state has words and a next step', async ({ page, visitor, world, expectedErrors }) => {
  expectedErrors.push(/status of 40[134]/, /ERR_FAILED/)
  const { seeded } = world
  await page.goto(`/executions/${seeded.green}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Nothing broke' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All results' })).toBeVisible()
  await page.goto(`/executions/${seeded.running}`)
  await expect(page.getByText('No failure so far')).toBeVisible()
  await page.goto(`/executions/${seeded.broken}?q=nothing-has-this-name`)
  await page.getByRole('link', { name: 'Clear the filter' }).click()
  await expect(page.locator('.failure')).toHaveCount(6)
  await page.goto('/executions/01a1fd75-58b0-716d-8ffb-1e05aeaafcd6')
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await page.goto(`/executions/${seeded.broken}/traces/01a1fd75-58b0-716d-8ffb-1e05aeaafcd6`)
  await expect(page.getByRole('heading', { name: 'This trace is gone' })).toBeVisible()
  await page.route('**/api/executions/*', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, error: { code: 'FORBIDDEN', message: 'Ask an admin.' } }),
    }),
  )
  await page.goto(`/executions/${seeded.broken}`)
  await expect(page.getByRole('heading', { name: 'You may not see this' })).toBeVisible()
  await visitor.goto(`/executions/${seeded.broken}`)
  await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
