import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'
import { dress, expect, settle, type THEMES, test, WIDTHS } from './test.ts'
import { DOOR_VIEWS, viewsOf } from './views.ts'
import type { World } from './world.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The pages and texts that axe accepts are not counted: to name each costs as much as to find it. */
const FINDINGS: RunOptions = { resultTypes: ['violations', 'incomplete'] }
/** A theme changes colours only. */
const COLOURS: RunOptions = { ...FINDINGS, runOnly: ['color-contrast'] }
/** In parts, so that no test takes minutes on a busy machine. */
const PARTS = 12

/** What holds on every page: axe finds nothing (rules 9 and 10), and nothing scrolls sideways (rule 13). */
for (let part = 0; part < PARTS; part++)
  test(`every view, part ${part + 1} of ${PARTS}`, async ({ page, world, expectedErrors }) => {
    // The browser itself reports answers of 400 and 404.
    expectedErrors.push(/status of 40[04]/)
    for (const [n, [name, address]] of Object.entries(viewsOf(world)).entries())
      if (n % PARTS === part) await check(page, world, name, address)
  })

test('every view of a visitor', async ({ visitor, world, expectedErrors }) => {
  expectedErrors.push(/status of 40[14]/)
  for (const [name, address] of Object.entries(DOOR_VIEWS)) {
    // Otherwise an address that differs only behind its # would not load the page.
    await visitor.goto('about:blank')
    await check(visitor, world, name, address)
  }
})

/** Loads a view once, and looks at it in each width and each theme. */
async function check(page: Page, world: World, name: string, address: string): Promise<void> {
  await dress(page, 'light', WIDTHS[0], world.url)
  await page.goto(address)
  // Once a page: what the library's own package injects for each question costs ten times the question.
  await page.evaluate(AXE)
  for (const width of WIDTHS) {
    await dress(page, 'light', width, world.url)
    await settle(page)
    await nextFrames(page)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(sideways, `${name}, ${width} px, scrolls sideways`).toBe(0)
    await show(page, 'light')
    expect.soft(await findings(page, FINDINGS), `axe on ${name}, ${width} px, light`).toEqual([])
    await show(page, 'dark')
    expect.soft(await findings(page, COLOURS), `axe on ${name}, ${width} px, dark`).toEqual([])
  }
}

/** Until the page is drawn in a width that it has just got. */
const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

const show = (page: Page, theme: (typeof THEMES)[number]): Promise<void> =>
  page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)

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
  await expect(page.getByRole('heading', { name: 'No failure so far', exact: true })).toBeVisible()
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
  await expect(page.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
  await visitor.goto(`/executions/${seeded.broken}`)
  await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
