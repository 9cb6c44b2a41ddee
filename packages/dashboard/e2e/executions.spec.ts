import { expect, settle, test } from './test.ts'

test('filters are the address, and the list follows them', async ({ page, world }) => {
  await page.goto('/o/default/shop/executions')
  await settle(page)
  const list = page.getByRole('list', { name: 'Executions' })
  await page.keyboard.press('/')
  await page.keyboard.type('pay-by')
  await expect(page).toHaveURL(/\?q=pay-by$/)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('Status').selectOption('failed')
  await expect(page).toHaveURL(/status=failed/)
  await expect(list.getByRole('link')).toHaveCount(1)
  await expect(list.getByRole('link')).toHaveAttribute('href', `/executions/${world.seeded.broken}`)
  await page.reload()
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByText('More filters').click()
  await page.getByLabel('Pull request').fill('#482')
  await expect(page).toHaveURL(/\?pr=482$/)
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.goto('/o/default/shop/executions?commit=7f3e2d1')
  await expect(list.getByRole('link')).toHaveCount(1)
  // A day is bounded by the next one, which is not included.
  const newest = Date.parse((await list.locator('time[datetime$=Z]').getAttribute('datetime')) ?? '')
  const day = (more: number) => new Date(newest + more * 86_400_000).toISOString().slice(0, 10)
  const listed = (to: string) => `/o/default/shop/executions?pr=482&from=2020-01-01&to=${to}`
  await page.goto(listed(day(1)))
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.goto(listed(day(0)))
  await expect(page.getByRole('heading', { name: 'No execution fits this filter' })).toBeVisible()
})

test('a filter that the server refuses is explained beside the filters', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 400/)
  await page.goto('/o/default/shop/executions?commit=nosha')
  await expect(page.getByRole('alert')).toContainText('must be a commit sha')
  await expect(page.getByLabel('Commit', { exact: true })).toHaveValue('nosha')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByRole('list', { name: 'Executions' })).toBeVisible()
})

test('more filters open below, and the button stays where it was', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/o/default/shop/executions?status=failed')
  await settle(page)
  const more = page.getByRole('search').getByText(/^(More|Fewer) filters$/)
  const before = await more.boundingBox()
  await more.click()
  await expect(page.getByLabel('Commit', { exact: true })).toBeVisible()
  expect(await more.boundingBox()).toMatchObject({ x: expect.any(Number), y: before?.y })
})

test('on a phone, further filters are in line with the others', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/o/default/shop/executions?from=2020-01-01')
  await settle(page)
  const leftOf = async (label: string) =>
    (await page.locator('.field', { has: page.getByLabel(label) }).boundingBox())?.x
  expect(await leftOf('From')).toBe(await leftOf('Branch, build, message or commit'))
})

test('on a phone, a space stands between the title of a failure and its variant', async ({ page, world }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(`/executions/${world.seeded.visual}`)
  await settle(page)
  const variant = page.locator('.failure .variant').first()
  await expect(variant).toContainText(' · ')
  // Any value that collapses spaces removes the first one, because the title beside it is a box of its own.
  await expect(variant).toHaveCSS('white-space', 'pre-wrap')
})
