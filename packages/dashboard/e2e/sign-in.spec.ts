import { inviteAs, join, signIn } from './people.ts'
import { expect, test } from './test.ts'

test('a link leads through the sign-in to where it pointed, and out again', async ({
  visitor,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await visitor.goto(`/executions/${world.seeded.broken}?status=passed`)
  await expect(visitor.getByLabel('E-mail address')).toBeFocused()
  await visitor.keyboard.type(world.email)
  await visitor.getByLabel('Password').fill('wrong')
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await expect(visitor.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.')
  await visitor.getByLabel('Password').fill(world.password)
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(new RegExp(`/executions/${world.seeded.broken}\\?status=passed`))
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('This change broke 2 tests')
  await visitor.getByRole('button', { name: /sign out/ }).click()
  await visitor.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('next leads to this server only', async ({ visitor, world }) => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await visitor.context().clearCookies()
    await visitor.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await signIn(visitor, world.email, world.password)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    expect(new URL(visitor.url()).origin).toBe(world.url)
  }
})

test('an invitation makes an account and signs it in', async ({ visitor, page, expectedErrors }) => {
  expectedErrors.push(/status of 40[14]/)
  const link = await inviteAs(page, 'viewer')
  await visitor.goto(link)
  await join(visitor, 'Grace Hopper')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: /Grace Hopper/ })).toHaveText('GH')
  await visitor.goto('about:blank')
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()
})

test('the theme is there before the first paint, and stays', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  await page.getByRole('button', { name: /theme, keys/ }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const html = await (await page.request.get(`/executions/${world.seeded.broken}`)).text()
  expect(html).toContain('<html data-theme="dark"')
})
