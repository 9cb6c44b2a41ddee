import { expect, settle, test } from './test.ts'

test('a pull request says first what its comment says first', async ({ page, world }) => {
  await page.goto('/o/default/pulls/482?repo=acme/shop')
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('This change broke 2 tests')
  await expect(page.getByText('Pull request #482 of acme/shop: Pay by card · 1 suite')).toBeVisible()
  const suite = page.getByRole('region', { name: 'shop', exact: true })
  const causes = page.getByRole('region', { name: 'Failures' })
  await expect(causes.getByRole('heading', { level: 3 })).toHaveText([
    /^Caused by this change 3 tests$/,
    /^Fails on the base too 1 test$/,
    /^Known flakes 1 test$/,
  ])
  await causes.getByRole('link', { name: /checkout › pays by card › charges what the cart comes to/ }).click()
  await expect(page).toHaveURL(new RegExp(`/executions/${world.seeded.broken}\\?test=[0-9a-f]{32}`))
  await expect(
    page.getByRole('region', { name: 'charges what the cart comes to', exact: true }),
  ).toBeVisible()
  await page.goBack()
  await suite.getByRole('link', { name: /still failing/ }).click()
  await expect(page).toHaveURL(/\/compare\?head=.*group=stillFailing/)
  await expect(page.getByRole('link', { name: /rounds taxes/ })).toBeVisible()
})

test('the comment is copied as Markdown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/o/default/pulls/482?repo=acme/shop')
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('<!-- svc:pull-request')
})

test('the list of pull requests is filtered by its address', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  await page.goto('/o/default/shop/pulls?status=failed')
  await expect(page.getByRole('link', { name: /#482 Pay by card/ })).toBeVisible()
  await page.getByLabel('Status').selectOption('passed')
  await expect(page.getByRole('heading', { name: /No pull request .* passed/ })).toBeVisible()
  await page.getByRole('link', { name: 'All of 90 days' }).click()
  await expect(page.getByRole('link', { name: /#482/ })).toBeVisible()
  await page.goto('/o/default/pulls/99')
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await page.goto('/o/default/pulls/nine')
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
})
