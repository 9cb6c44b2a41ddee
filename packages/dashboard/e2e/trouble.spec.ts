import { expect, settle, test } from './test.ts'

test('an address that leads nowhere is a page in words, with a way on', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  for (const address of ['/executions', '/o/default/shop/nothing', '/no/such/page', '/o/default/pulls/abc']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'All projects' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.goto('/o/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})

test("another organization's pages say who can help, regardless of the page", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[04]/)
  for (const address of [
    '/o/nobody/shop',
    '/o/nobody/shop/flaky',
    '/o/nobody/knowledge',
    '/o/nobody/pulls/1',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'You are not a member of “nobody”' })).toBeVisible()
    await expect(page.getByText('Svc-Organization')).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'All projects' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})

test('an invalid id and a deleted project each get a message', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 40[04]/)
  const gone = page.getByRole('heading', { name: 'There is nothing here' })
  for (const address of [
    '/executions/none',
    '/executions/%3Cscript%3E',
    '/o/default/no-such-project',
    '/o/default/no-such-project/executions',
    '/o/default/no-such-project/flaky',
    '/o/default/shop/tests/none',
    '/o/default/shop/failures/none',
    '/o/default/agents/none',
  ]) {
    await page.goto(address)
    await expect.soft(gone, address).toBeVisible({ timeout: 20_000 })
  }
})

test('a comparison of a run that cannot exist offers a choice', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 400/)
  await page.goto('/compare?head=none')
  await expect(page.getByText('The address does not name a valid run.')).toBeVisible()
  await page.getByRole('link', { name: 'Choose an execution' }).click()
  // The field has the focus, not the button that closes.
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused()
})

test('a server that stops while somebody looks is said, and continues when it is back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_CONNECTION_REFUSED|dynamically imported module|The server is not responding/)
  await page.goto('/o/default/shop')
  await settle(page)
  // The page retries three times, a second and more apart; the fixed clock of the suite does not stop timers.
  // The code of the next page is not there either.
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Flaky', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible()
  await page.unroute('**/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Flaky tests' })).toBeVisible()
  await settle(page)
})
