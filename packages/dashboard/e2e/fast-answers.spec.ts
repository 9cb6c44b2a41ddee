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
  await expect(rows.first()).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { most: number }).most)).toBeLessThan(30)
  await rest(page)
  // Rows far below the window are drawn as the reader comes near them, and none is missing.
  expect(await rows.count()).toBeLessThan(100)
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(rows).toHaveCount(200, { timeout: 2_000 })
  }).toPass()
  await expect(page.locator('tr.rest')).toHaveCount(0)
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

/** Until the page has done what it does without its reader. */
const rest = (page: Page) =>
  page.evaluate(() => new Promise((done) => setTimeout(() => requestIdleCallback(() => done(0)), 1_000)))

/** Counts the uses of a function of the browser; returns how many there were since it was asked last. */
async function countUses(
  page: Page,
  of: 'URLSearchParams' | 'addEventListener',
): Promise<() => Promise<number>> {
  await page.addInitScript((of) => {
    const counted = { uses: 0 }
    Object.assign(globalThis, { counted })
    const owner = of === 'URLSearchParams' ? globalThis : MediaQueryList.prototype
    const count = (run: () => unknown) => {
      counted.uses++
      return run()
    }
    const watched: ProxyHandler<() => void> = {
      construct: (target, given) => count(() => Reflect.construct(target, given)) as object,
      apply: (target, own, given) => count(() => Reflect.apply(target, own, given)),
    }
    Reflect.set(owner, of, new Proxy(Reflect.get(owner, of), watched))
  }, of)
  return () =>
    page.evaluate(() => {
      const { counted } = globalThis as unknown as { counted: { uses: number } }
      const { uses } = counted
      counted.uses = 0
      return uses
    })
}

test('a selected result computes the addresses of no other rows', async ({ page, world }) => {
  const computed = await countUses(page, 'URLSearchParams')
  await page.goto(`/executions/${world.seeded.large}?status=all`)
  await expect(page.getByRole('region', { name: '20,000 results' })).toBeVisible()
  const rows = page.locator('.result')
  await rows.nth(1).click()
  await expect(page.locator('.detail')).toContainText('This attempt passed.')
  await rest(page)
  expect(await rows.count()).toBeGreaterThan(20)
  await computed()
  // Between two selected rows, the list keeps its width and its rows.
  await rows.nth(2).click()
  await expect(rows.nth(2)).toHaveAttribute('aria-current')
  await rest(page)
  // Those of the bar and of the other links of the page.
  expect(await computed()).toBeLessThan(await rows.count())
})

test('a selected failure listens to no window anew', async ({ page, world }) => {
  const listened = await countUses(page, 'addEventListener')
  await page.goto(`/executions/${world.seeded.broken}`)
  const rows = page.locator('.failure')
  await expect(rows.first()).toBeVisible()
  expect(await listened()).toBeGreaterThan(0)
  await rows.nth(2).click()
  await expect(page).toHaveURL(/test=/)
  await expect(rows.nth(2)).toHaveAttribute('aria-current')
  expect(await listened()).toBe(0)
})

test('a press on a theme is answered before every element gets its colours', async ({ page }) => {
  await page.goto('/me')
  await page.getByRole('button', { name: /theme, keys/ }).click()
  const dark = page.getByRole('button', { name: 'Dark', exact: true })
  await expect(dark).toBeVisible()
  const theme = () => document.documentElement.dataset.theme ?? 'none'
  const pressed = dark.evaluate((button: HTMLElement) => {
    button.click()
    return document.documentElement.dataset.theme ?? 'none'
  })
  expect(await pressed).toBe('none')
  await expect.poll(() => page.evaluate(theme)).toBe('dark')
})
