import { expect, settle, test } from './test.ts'

test('the palette finds tests, pull requests, commits and executions', async ({ page, world }) => {
  await page.goto('/o/default/shop')
  await settle(page)
  const find = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill(text)
  }
  await find('refuses a card')
  await expect(page.getByRole('group', { name: 'Tests' }).getByRole('option')).toContainText([
    'refuses a card that has expired',
  ])
  await page.keyboard.press('Escape')
  await find('#482')
  await page
    .getByRole('group', { name: 'Pull requests' })
    .getByRole('option', { name: /Pay by card/ })
    .click()
  await expect(page).toHaveURL('/o/default/pulls/482?repo=acme/shop')
  await find('7f3e2d1a')
  await page.getByRole('group', { name: 'Commits' }).getByRole('option').click()
  await expect(page).toHaveURL(/\/o\/default\/shop\/executions\?commit=7f3e2d1a/)
  await find(world.seeded.broken)
  await page.getByRole('group', { name: 'Executions' }).getByRole('option').click()
  await expect(page).toHaveURL(`/executions/${world.seeded.broken}`)
  await find('nothing-has-this-name')
  await expect(page.getByText('Nothing here has this name.')).toBeVisible()
})
