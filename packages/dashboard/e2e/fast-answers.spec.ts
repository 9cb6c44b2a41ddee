import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Addresses of the server's answers about an execution, from now on. */
function readsOf(page: Page, execution: string): URL[] {
  const reads: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith(`/api/executions/${execution}`)) reads.push(url)
  })
  return reads
}

test('of 20,000 results the selected one is read alone', async ({ page, world }) => {
  const { large } = world.seeded
  await page.goto(`/executions/${large}?status=all`)
  await expect(page.getByRole('region', { name: '20,000 results' })).toBeVisible()
  const reads = readsOf(page, large)
  await page.locator('.result').nth(2).click()
  await expect(page.locator('.detail')).toContainText('This attempt passed.')
  expect(reads.map(({ pathname, search }) => pathname + search)).toEqual([
    expect.stringMatching(/\?test=[0-9a-f]{32}$/),
  ])
})

test('a list of all results has those of each status', async ({ page, world }) => {
  const { large } = world.seeded
  await page.goto(`/executions/${large}?status=all`)
  await expect(page.getByRole('region', { name: '20,000 results' })).toBeVisible()
  const reads = readsOf(page, large)
  await page.getByRole('link', { name: '20,000 passed' }).click()
  await expect(page).toHaveURL(/status=passed/)
  await expect(page.getByRole('region', { name: '20,000 results' })).toBeVisible()
  expect(reads.filter(({ searchParams }) => searchParams.get('limit') !== '100').map(String)).toEqual([])
})

test('a table of 200 tests is drawn in parts', async ({ page }) => {
  await page.goto('/o/default/large/tests')
  const rows = page.getByRole('table', { name: 'Tests' }).locator('tbody tr:not(.rest)')
  for (let n = 50; n <= 200; n += 50) {
    await expect(rows).toHaveCount(n)
    if (n < 200) await page.getByRole('button', { name: 'More tests' }).click()
  }
  await page.keyboard.press('/')
  await page.keyboard.type('nothing-has-this-name')
  await expect(page.getByRole('heading', { name: 'No test fits this filter' })).toBeVisible()
  await page.evaluate(() => {
    let most = 0
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      const drawn = added.flatMap((node) =>
        node instanceof Element
          ? [...(node.matches('tr') ? [node] : []), ...node.querySelectorAll('tbody tr')]
          : [],
      )
      most = Math.max(most, new Set(drawn).size)
      Object.assign(globalThis, { most })
    }).observe(document.body, { subtree: true, childList: true })
  })
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(200)
  expect(await page.evaluate(() => (globalThis as unknown as { most: number }).most)).toBeLessThan(30)
})

test('the time line draws what can be seen of 20,000 attempts', async ({ page, world }) => {
  await page.addInitScript(() => {
    const { fillRect } = CanvasRenderingContext2D.prototype
    Object.assign(globalThis, { filled: 0 })
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      ;(globalThis as unknown as { filled: number }).filled++
      fillRect.apply(this, box)
    }
  })
  const reads = readsOf(page, world.seeded.large)
  const filled = () => page.evaluate(() => (globalThis as unknown as { filled: number }).filled)
  await page.goto(`/executions/${world.seeded.large}?view=time`)
  await expect(page.getByRole('application', { name: /20,000 attempts/ })).toBeVisible()
  await expect.poll(filled).toBeGreaterThan(100)
  // Two for each pixel of the window, attempts and what decided the end; it may be drawn twice.
  expect(await filled()).toBeLessThan(6_000)
  // The text of more results would keep the page from answering while it is read.
  const most = Math.max(...reads.map(({ searchParams }) => Number(searchParams.get('limit') ?? 0)))
  expect(most).toBeLessThanOrEqual(5_000)
})
