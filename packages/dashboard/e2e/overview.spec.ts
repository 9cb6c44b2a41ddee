import { expect, settle, test } from './test.ts'

test('the start page of a project says what to do first, in one read', async ({ page, world }) => {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The stream of events waits; it reads nothing.
    if (pathname.startsWith('/api/') && pathname !== '/api/events') reads.push(pathname)
  })
  await page.goto('/o/default/shop')
  await settle(page)
  expect(reads.sort()).toEqual(['/api/overview', '/api/whoami'])
  await expect(page.getByRole('heading', { level: 1, name: 'main fails' })).toBeVisible()
  const first = page.getByRole('region', { name: 'Look first' })
  await expect(first.getByRole('heading', { name: '1 failing suite of main' })).toBeVisible()
  const pulls = page.getByRole('region', { name: 'Pull requests' })
  await expect(pulls.getByRole('link', { name: /#482 Pay by card/ })).toContainText(
    'This change broke 2 tests',
  )
  await pulls.getByRole('link', { name: /#482/ }).click()
  await expect(page).toHaveURL('/o/default/pulls/482?repo=acme/shop')
  await page.goBack()
  await first.getByRole('link', { name: /The newest run/ }).click()
  await expect(page).toHaveURL(/\/executions\/[0-9a-f-]{36}/)
  expect(world.seeded.broken).not.toBe(page.url().slice(-36))
})

test('every number of the overview opens the list that it counts', async ({ page }) => {
  await page.goto('/o/default/shop')
  await settle(page)
  const failed = page.locator('.branch-figures div').filter({ hasText: 'Failed runs' }).getByRole('link')
  const n = Number.parseInt((await failed.textContent()) ?? '', 10)
  expect(n).toBeGreaterThan(0)
  await failed.click()
  await expect(page).toHaveURL(/branch=main&from=[\d-]+&status=failed/)
  await expect(page.getByRole('list', { name: 'Executions' }).getByRole('listitem')).toHaveCount(n)
  await page.goBack()
  await page.getByText('The numbers as a table').click()
  const row = page.getByRole('table', { name: 'Numbers of the chart' }).locator('tbody tr').first()
  const runs = Number(await row.locator('td').first().textContent())
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/from=[\d-]+&to=[\d-]+/)
  if (runs > 0)
    await expect(page.getByRole('list', { name: 'Executions' }).getByRole('listitem')).toHaveCount(runs)
  else await expect(page.getByRole('heading', { name: 'No execution fits this filter' })).toBeVisible()
})

test('the days and the branch of the overview are its address', async ({ page }) => {
  await page.goto('/o/default/shop?branch=pay-by-card')
  await expect(page.getByRole('heading', { level: 1, name: 'pay-by-card' })).toBeVisible()
  await page.getByRole('link', { name: '7 days', exact: true }).click()
  await expect(page).toHaveURL(/branch=pay-by-card&days=7/)
  await expect(page.getByRole('region', { name: /7 days of pay-by-card/ })).toBeVisible()
  await page.getByRole('link', { name: 'Default branch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'main fails' })).toBeVisible()
})
