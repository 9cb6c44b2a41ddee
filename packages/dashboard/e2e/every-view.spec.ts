import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { dress, expect, settle, THEMES, test, WIDTHS } from './test.ts'
import { DOOR_VIEWS, viewsOf } from './views.ts'

/** What holds on every page: axe finds nothing (rules 9 and 10), and nothing scrolls sideways (rule 13). */
for (const theme of THEMES)
  for (const width of WIDTHS)
    test(`every view, ${theme}, ${width} px`, async ({ page, visitor, world, expectedErrors }) => {
      // The browser itself reports an answer of 404.
      expectedErrors.push(/status of 40[14]/)
      // Only to end a test that hangs: each view takes some seconds on a busy machine.
      test.setTimeout(Object.keys(viewsOf(world)).length * 30_000)
      const check = async (at: Page, name: string, address: string) => {
        await dress(at, theme, width, world.url)
        await at.goto('about:blank')
        await at.goto(address)
        await settle(at)
        const axe = new AxeBuilder({ page: at })
        // A theme changes colours only.
        if (theme === 'dark') axe.withRules(['color-contrast'])
        const { violations, incomplete } = await axe.analyze()
        // Text in the colour of its background is only a doubt to axe.
        const unseen = incomplete
          .filter(({ id }) => id === 'color-contrast')
          .flatMap(({ nodes }) => nodes)
          .filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'))
        const found = [...violations, { id: 'invisible text', nodes: unseen }].flatMap(({ id, nodes }) =>
          nodes.map(({ target }) => `${id}: ${target}`),
        )
        expect.soft(found, `axe on ${name}`).toEqual([])
        const sideways = await at.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect.soft(sideways, `${name} scrolls sideways`).toBe(0)
      }
      for (const [name, address] of Object.entries(viewsOf(world))) await check(page, name, address)
      for (const [name, address] of Object.entries(DOOR_VIEWS)) await check(visitor, name, address)
    })

test('rule 13: on a phone the answer is first, and the detail opens in place', async ({ page, world }) => {
  await dress(page, 'light', 375, world.url)
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.getByRole('link', { name: /rounds taxes/ }).click()
  const detail = page.locator('.failure[aria-current] + .detail')
  await expect(detail).toContainText('expected 1999 to be 1998')
  await expect(page.getByRole('navigation', { name: 'Project, below' })).toBeVisible()
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
