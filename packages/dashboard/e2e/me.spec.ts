import { emailOf, joinAs, PASSWORD, signIn } from './people.ts'
import { expect, test } from './test.ts'

test('a person changes name and password, ends another session, and turns letters off', async ({
  page,
  visitor,
  world,
  expectedErrors,
  browser,
}) => {
  expectedErrors.push(/status of 40[01]/)
  await joinAs(page, visitor, 'viewer', 'Mia')
  await visitor.getByRole('button', { name: /sign out/ }).click()
  await visitor.getByRole('link', { name: 'Profile and sessions' }).click()
  await visitor.getByLabel('Name').fill('Mia Member')
  await visitor.getByRole('button', { name: 'Save' }).click()
  await expect(visitor.getByRole('button', { name: /Mia Member/ })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: world.url })
  const other = await elsewhere.newPage()
  await other.goto('/sign-in')
  await signIn(other, emailOf('Mia'), PASSWORD)
  await expect(other.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await visitor.reload()
  await visitor.getByRole('button', { name: /End the session of Chrome on / }).click()
  await visitor.getByRole('button', { name: 'End session' }).click()
  await expect(visitor.getByText('The session has ended.')).toBeVisible()
  await other.goto('/me')
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await elsewhere.close()

  await visitor.getByLabel('Current password').fill('not this one')
  await visitor.getByLabel('New password').fill('another long password')
  await visitor.getByRole('button', { name: 'Change password' }).click()
  await expect(visitor.getByText('The password is wrong.')).toBeVisible()
  await visitor.getByLabel('Current password').fill(PASSWORD)
  await visitor.getByRole('button', { name: 'Change password' }).click()
  await expect(visitor.getByText('The password is changed.')).toBeVisible()

  await visitor.getByLabel('Single-letter keys').uncheck()
  await visitor.getByRole('heading', { level: 1 }).click()
  await visitor.keyboard.press('?')
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  await visitor.getByLabel('Single-letter keys').check()
  await visitor.getByRole('heading', { level: 1 }).click()
  await visitor.keyboard.press('?')
  await expect(visitor.getByRole('dialog')).toBeVisible()
})
