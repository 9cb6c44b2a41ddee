import { expect, type Page } from '@playwright/test'

/** Asks the API as the signed-in person of a page. */
export const ask = <T>(page: Page, method: string, path: string, body?: object, organization = 'default') =>
  page.evaluate(
    async ([verb, address, sent, of]) => {
      const answer = await fetch(address, {
        method: verb,
        headers: { 'Svc-Organization': of, ...(sent && { 'Content-Type': 'application/json' }) },
        ...(sent && { body: sent }),
      })
      return ((await answer.json()) as { data: T }).data
    },
    [method, path, body ? JSON.stringify(body) : '', organization] as const,
  )

/** The address that lets one person join. */
export async function inviteAs(admin: Page, role: string): Promise<string> {
  if (!admin.url().startsWith('http')) await admin.goto('/me')
  return (await ask<{ url: string }>(admin, 'POST', '/api/invitations', { role })).url
}

/** A person who joins by a link; their page is the visitor's. */
export async function joinAs(admin: Page, visitor: Page, role: string, name: string): Promise<void> {
  await visitor.goto(await inviteAs(admin, role))
  await join(visitor, name)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
}

/** An admin who joins by a link and then creates another organization; returns its slug. */
export async function joinTwo(admin: Page, visitor: Page, name: string): Promise<string> {
  await joinAs(admin, visitor, 'admin', name)
  const second = `Second ${Date.now()}`
  const slug = second.toLowerCase().replace(' ', '-')
  await ask(visitor, 'POST', '/api/organizations', { name: second, slug })
  return slug
}

/** Fills the page of an invitation. */
export async function join(visitor: Page, name: string): Promise<void> {
  await visitor.getByLabel('E-mail address').fill(emailOf(name))
  await visitor.getByLabel('Name').fill(name)
  await visitor.getByLabel('Password').fill(PASSWORD)
  await visitor.getByRole('button', { name: 'Join' }).click()
}

export const PASSWORD = 'a long password'
export const emailOf = (name: string): string => `${name.toLowerCase().replace(' ', '.')}@example.com`

/** Fills the page of the sign-in. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
