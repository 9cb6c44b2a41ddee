import type { Page } from '@playwright/test'
import { expect, settle, test } from './test.ts'

const chartOf = (page: Page, name: RegExp) => page.getByRole('slider', { name })

test('a chart has ticks with units, days of the week, and one reading for all its series', async ({
  page,
}) => {
  await page.goto('/o/default/insights/trends')
  await settle(page)
  const chart = page.locator('.chart')
  await expect(chart).toHaveCount(1)
  await expect(chart.locator('.y-tick')).toContainText(['0', '%', 'ms'])
  await expect(chart.locator('.x-tick').first()).toHaveText(/^Mon,? \d+ \w{3}$/)
  const over = chartOf(page, /^30 executions: \d+ passed, \d+ failed/)
  const width = (await over.boundingBox())?.width ?? 0
  const days = Number(await over.getAttribute('aria-valuemax'))
  // Yesterday: in the first hours of a day, the newest run is not of today.
  await over.hover({ position: { x: width - (1.5 * width) / days, y: 60 } })
  const tip = page.locator('.chart-tip')
  await expect(tip).toContainText(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d+ \w{3}/)
  for (const word of ['passed', 'failed', 'executions', 'tests', 'median', '95th percentile'])
    await expect(tip).toContainText(word)
})

test('a chart of one day shows its values, and one series has the name of its panel', async ({
  page,
  world,
}) => {
  await page.goto('/o/default/first-steps')
  await settle(page)
  const dot = page.getByRole('group', { name: 'Duration' }).locator('.stroke path[d]:not([d=""])').last()
  expect(await dot.evaluate((each) => Number.parseFloat(getComputedStyle(each).strokeWidth))).toBeGreaterThan(
    5,
  )
  await page.goto(`/o/default/insights/failures/${world.seeded.insights.fingerprint}`)
  await settle(page)
  await expect(page.getByRole('group', { name: 'Failures' }).locator('.panel-head')).toHaveText('Failures')
})

test('the scale of a pass rate begins at a sensible floor', async ({ page }) => {
  await page.goto('/o/default/shop/trends?days=7')
  await settle(page)
  const ticks = page.getByRole('group', { name: 'Pass rate' }).locator('.y-tick')
  await expect(ticks.last()).toHaveText('100 %')
  const floor = Number.parseFloat((await ticks.first().textContent()) ?? '')
  expect(floor).toBeLessThan(100)
})

test('the arrows go through a chart, and Enter opens the executions of a day', async ({ page }) => {
  await page.goto('/o/default/insights/trends?days=7')
  await settle(page)
  const over = chartOf(page, /executions/)
  await over.focus()
  await page.keyboard.press('End')
  const newest = await over.getAttribute('aria-valuetext')
  expect(newest).toMatch(/passed/)
  await page.keyboard.press('ArrowLeft')
  expect(await over.getAttribute('aria-valuetext')).not.toBe(newest)
  await expect(page.locator('.chart-tip')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/executions\?.*from=/)
})

test('the line of a reading is in the middle of its slot', async ({ page }) => {
  for (const [address, slots] of [
    ['/o/default/insights/trends?days=7', 7],
    ['/', 14],
  ] as const) {
    await page.goto(address)
    await settle(page)
    const chart = page.locator('.chart').first()
    await chart.getByRole('slider').focus()
    await page.keyboard.press('End')
    const [plot, line] = [await chart.locator('.plot').first().boundingBox(), chart.locator('.crosshair')]
    const middle = (plot?.x ?? 0) + (plot?.width ?? 0) * (1 - 0.5 / slots)
    expect(Math.abs(((await line.boundingBox())?.x ?? 0) - middle)).toBeLessThan(2)
  }
})

test('a tap selects, and a second tap opens', async ({ browser, world }) => {
  const context = await browser.newContext({
    baseURL: world.url,
    hasTouch: true,
    viewport: { width: 390, height: 900 },
  })
  await context.addCookies([world.cookie])
  const page = await context.newPage()
  await page.goto('/o/default/shop')
  await settle(page)
  const over = chartOf(page, /runs of main/)
  await over.scrollIntoViewIfNeeded()
  const box = await over.boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 4, (box?.y ?? 0) + 30]
  await page.touchscreen.tap(x, y)
  await expect(page.locator('.chart-tip')).toBeVisible()
  await expect(page).toHaveURL('/o/default/shop')
  await page.touchscreen.tap(x, y)
  await expect(page).toHaveURL(/executions\?branch=main&from=/)
  await context.close()
})

test('the durations of a test have a scale, and the days of a failure too', async ({ page, world }) => {
  const { flaky, fingerprint } = world.seeded.insights
  await page.goto(`/o/default/insights/tests/${flaky}`)
  await settle(page)
  await expect(chartOf(page, /^Usually 4\d\d ms to 4\d\d ms/)).toBeVisible()
  await expect(page.locator('.chart .y-tick').first()).toHaveText('0')
  await page.goto(`/o/default/insights/failures/${fingerprint}`)
  await settle(page)
  await expect(chartOf(page, /failures on \d+ of/)).toBeVisible()
})

test('Escape takes the reading away, and up and down move it as on any slider', async ({ page }) => {
  await page.goto('/o/default/insights/trends?days=7')
  await settle(page)
  const over = chartOf(page, /executions/)
  await over.focus()
  await page.keyboard.press('End')
  const newest = await over.getAttribute('aria-valuenow')
  await page.keyboard.press('ArrowDown')
  expect(Number(await over.getAttribute('aria-valuenow'))).toBe(Number(newest) - 1)
  await page.keyboard.press('ArrowUp')
  expect(await over.getAttribute('aria-valuenow')).toBe(newest)
  const tip = page.locator('.chart-tip')
  await expect(tip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  await over.hover()
  await expect(tip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
})

test('the shapes of single runs and the usual range have a legend', async ({ page, world }) => {
  await page.goto(`/o/default/insights/tests/${world.seeded.insights.flaky}`)
  await settle(page)
  const panel = page.getByRole('group', { name: 'Duration' })
  for (const word of ['passed', 'flaky', 'usual'])
    await expect(panel.getByText(word, { exact: true })).toBeVisible()
})

test('a day of a failure opens its executions, and the days are a table beside', async ({ page, world }) => {
  await page.goto(`/o/default/insights/failures/${world.seeded.insights.fingerprint}`)
  await settle(page)
  await page.getByText('The numbers as a table').click()
  const table = page.getByRole('table', { name: 'Failures by day' })
  const first = table.getByRole('rowheader').first().getByRole('link')
  await expect(first).toHaveText(/^\w{3},? \d+ \w{3}$/)
  await first.click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  await expect(chartOf(page, /failures on 1 of 1 day/)).toBeVisible()
  await page.goBack()
  const over = chartOf(page, /failures on \d+ of 30 days/)
  await over.focus()
  await page.keyboard.press('Home')
  for (let i = 0; i < 30 && !/[1-9]\d* failures/.test((await over.getAttribute('aria-valuetext')) ?? ''); i++)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=/)
})
