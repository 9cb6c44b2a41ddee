import { ask } from './people.ts'
import { expect, settle, test } from './test.ts'
import { viewsOf } from './views.ts'

/** WCAG 2.2, success criterion 2.5.8, pixels. */
const LEAST = 24

test('a target is at least 24 px large, or as far from others', async ({ page, world }) => {
  for (const name of [
    'execution-broken',
    'compare',
    'flaky',
    'flaky-open',
    'test',
    'overview',
    'trends',
    'tests',
  ]) {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(viewsOf(world)[name] ?? '')
      await settle(page)
      const small = await page.evaluate((least) => {
        const targets = [...document.querySelectorAll('main :is(a, button, input, select, summary)')]
          .filter((each) => each.checkVisibility() && !each.closest('p, li > .link, .sr, [popover]'))
          .map((each) => ({ each, box: each.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0)
        const middle = ({ left, right, top, bottom }: DOMRect) =>
          [(left + right) / 2, (top + bottom) / 2] as const
        return targets
          .filter(({ box }) => box.width < least || box.height < least)
          .filter(({ each, box }) =>
            targets.some((other) => {
              if (other.each === each) return false
              const [x, y] = middle(box)
              // From a circle around the small target to the other target.
              const dx = Math.max(other.box.left - x, 0, x - other.box.right)
              const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
              return Math.hypot(dx, dy) < least / 2
            }),
          )
          .map(({ each, box }) => `${each.className} ${Math.round(box.width)}×${Math.round(box.height)}`)
      }, LEAST)
      expect.soft([...new Set(small)], `${name}, ${width} px, ${small.length} targets`).toEqual([])
    }
  }
})

test('marks open a list of their runs, each with its branch, and a mouse opens the run of a mark', async ({
  page,
  world,
}) => {
  await page.goto('/o/default/insights/flaky')
  await settle(page)
  const marks = page
    .locator(`#flaky-${world.seeded.insights.flaky}`)
    .getByRole('button', { name: /^20 runs of all branches: \d+ passed, \d+ flaky/ })
  await marks.focus()
  await page.keyboard.press('Enter')
  const runs = page.locator('.menu:popover-open').getByRole('link')
  await expect(runs).toHaveCount(20)
  await expect(runs.first()).toContainText(/(main|faster-search)/)
  await page.keyboard.press('Escape')
  await expect(marks).toBeFocused()
  await marks.locator('.mark').nth(3).click()
  await expect(page).toHaveURL(/\/executions\//)
})

test('the focus stays on the page after a key is revoked', async ({ page }) => {
  await page.goto('/me')
  await ask(page, 'POST', '/api/keys', { name: 'to be revoked', role: 'viewer' })
  await page.goto('/o/default/settings/keys')
  await page.getByRole('button', { name: 'Revoke to be revoked' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoke to be revoked')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'to be revoked' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revoke to be revoked' })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
