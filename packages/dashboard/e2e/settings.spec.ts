import type { Page } from '@playwright/test'
import { openReceiver } from '../../../server/src/testing/receiver.ts'
import { ask, emailOf, joinAs, PASSWORD, signIn } from './people.ts'
import { expect, test } from './test.ts'
import type { World } from './world.ts'

const KEYS = '/o/default/settings/keys'

/** Another page of the same session. */
async function secondTab(page: Page, world: World, address: string) {
  const tab = await page.context().newPage()
  await tab.goto(world.url + address)
  return tab
}

const upload = (world: World, key: string) =>
  fetch(`${world.url}/api/test-results`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{}',
  })

test('a key is created by name, shown once, used, and revoked at once', async ({ page, world }) => {
  await page.goto(KEYS)
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form).toBeVisible()
  await form.getByLabel('Name').fill('CI of the shop')
  await form.getByLabel('Project').selectOption('Only shop')
  await form.getByLabel('Expires').selectOption('In 90 days')
  await form.getByLabel('knowledge').uncheck()
  await form.getByRole('button', { name: 'Create key' }).click()
  const once = page.getByRole('dialog', { name: 'Copy this key now' })
  const value = (await once.locator('code').textContent()) ?? ''
  expect(value).toMatch(/^svc_/)
  await expect(once.getByRole('button', { name: 'Copy key' })).toBeVisible()
  await once.getByRole('button', { name: 'I have stored it' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'CI of the shop' })
  // Each in an element of its own, so that no name looks like two facts.
  for (const fact of ['editor', 'ingest, read, bus', 'only shop'])
    await expect(entry.getByText(fact, { exact: true })).toBeVisible()
  await expect(entry).toContainText('Never used')
  await page.reload()
  await expect(entry).toBeVisible()
  expect(await page.content()).not.toContain(value)
  expect((await upload(world, value)).status).toBe(400)
  await page.getByRole('button', { name: 'Revoke CI of the shop' }).click()
  const confirm = page.getByRole('dialog', { name: 'Revoke CI of the shop?' })
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(entry).toBeVisible()
  await page.getByRole('button', { name: 'Revoke CI of the shop' }).click()
  await confirm.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('The key CI of the shop is revoked.')).toBeVisible()
  await expect(entry).toHaveCount(0)
  expect((await upload(world, value)).status).toBe(401)
})

test('the server refuses an upload, and its admins read why', async ({ page, world }) => {
  await page.goto(KEYS)
  const { value } = await ask<{ value: string }>(page, 'POST', '/api/keys', { name: 'mistaken' })
  expect((await upload(world, value)).status).toBe(400)
  // The server writes it beside the answer.
  const refused = () => ask<{ credential: string | null }[]>(page, 'GET', '/api/refused-uploads')
  await expect.poll(async () => (await refused()).map(({ credential }) => credential)).toContain('mistaken')
  await page.goto('/o/default/settings/uploads')
  const entry = page.getByRole('listitem').filter({ hasText: 'mistaken' })
  await expect(entry.locator('.facts-inline > span')).toHaveText([
    'POST /api/test-results',
    'INVALID_REQUEST',
    'mistaken',
  ])
})

test('a viewer on an address of admins reads who can help', async ({
  page,
  visitor,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await joinAs(page, visitor, 'viewer', 'Vera Viewer')
  await visitor.goto(KEYS)
  await expect(visitor.getByRole('heading', { name: /^Only admins of .* see this$/ })).toBeVisible()
  // The test of another admin may run meanwhile: that admin can help, too.
  const helpers = visitor.getByText(/change your role: .+\.$/)
  await expect(helpers).toContainText(world.email)
  await visitor.getByRole('main').getByRole('link', { name: 'Members' }).last().click()
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Vera Viewer' })).toContainText('you')
  await expect(visitor.getByRole('heading', { name: 'Invitations' })).toHaveCount(0)
  await visitor.goto('/o/another/settings/keys')
  await expect(visitor.getByRole('heading', { name: 'You are not a member of “another”' })).toBeVisible()
})

test('an admin who lost the role meanwhile reads a sentence', async ({ page, visitor, expectedErrors }) => {
  expectedErrors.push(/status of 40[13]/)
  await joinAs(page, visitor, 'admin', 'Ada Admin')
  await visitor.goto('/o/default/settings/limits')
  const members = await ask<{ id: string; name: string }[]>(page, 'GET', '/api/members')
  const id = members.find(({ name }) => name === 'Ada Admin')?.id
  await ask(page, 'POST', `/api/members/${id}`, { role: 'viewer', credentials: 'revoke' })
  await visitor.getByRole('link', { name: 'API keys' }).click()
  await expect(visitor.getByRole('heading', { name: /do not have access|Only admins of/ })).toBeVisible()
})

test('who removes a member reads where the webhooks of the member send to', async ({
  page,
  visitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await joinAs(page, visitor, 'admin', 'Wanda Webhook')
  const url = 'https://hooks.example.com/T0000/s3cret'
  await ask(visitor, 'POST', '/api/webhooks', { name: 'wandas', url })
  await page.goto('/o/default/settings/members')
  await page.getByRole('button', { name: 'Remove Wanda Webhook' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'Owns 1 credential: webhook wandas to hooks.example.com',
  )
  await expect(page.getByRole('dialog')).not.toContainText('cret')
})

test('a session that is revoked while its page is open says so, and continues after signing in', async ({
  page,
  visitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await joinAs(page, visitor, 'viewer', 'Rita Revoked')
  await visitor.goto('/o/default/settings/members')
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Rita Revoked' })).toBeVisible()
  await ask(visitor, 'POST', '/api/sign-out', {})
  await visitor.getByRole('link', { name: 'Limits' }).click()
  await expect(visitor.getByText('Your session has expired or was revoked')).toBeVisible()
  await signIn(visitor, emailOf('Rita Revoked'), PASSWORD)
  await expect(visitor).toHaveURL(/\/o\/default\/settings\/limits$/)
  await expect(visitor.getByRole('heading', { name: 'Limits' })).toBeVisible()
})

test('two tabs that revoke the same thing: the second says that it is gone', async ({
  page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  await page.goto(KEYS)
  await ask(page, 'POST', '/api/invitations', { email: 'two.tabs@example.com' })
  const address = '/o/default/settings/members'
  await page.goto(address)
  const second = await secondTab(page, world, address)
  const withdraw = { name: 'Withdraw the invitation of two.tabs@example.com' }
  await second.getByRole('button', withdraw).click()
  await page.getByRole('button', withdraw).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The invitation is withdrawn.')).toBeVisible()
  const dialog = second.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog).toContainText('The invitation is already gone')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(second.getByRole('button', withdraw)).toHaveCount(0)
})

test('two tabs that change different periods keep both', async ({ page, world }) => {
  const address = '/o/default/settings/retention'
  await page.goto(address)
  await expect(page.getByLabel('Audit trail', { exact: true })).toBeVisible()
  const second = await secondTab(page, world, address)
  await second.getByLabel('Whole runs, days').fill('300')
  await page.getByLabel('Audit trail', { exact: true }).selectOption('Forever')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await second.getByRole('button', { name: 'Save' }).click()
  const confirm = second.getByRole('dialog', { name: 'Delete older data?' })
  await expect(confirm).toContainText('Whole runs: 400 days → 300 days')
  await confirm.getByRole('button', { name: 'Save and delete' }).click()
  await expect(second.getByLabel('Audit trail', { exact: true })).toHaveValue('forever')
  await expect(second.getByLabel('Whole runs, days')).toHaveValue('300')
  await ask(page, 'POST', '/api/retention', { executionDays: 'default', auditDays: 'default' })
})

test('a withdrawn invitation ends in a sentence', async ({ page, visitor, expectedErrors }) => {
  expectedErrors.push(/status of 40[14]/)
  await page.goto(KEYS)
  const made = await ask<{ id: string; url: string }>(page, 'POST', '/api/invitations', {})
  await ask(page, 'DELETE', `/api/invitations/${made.id}`)
  await visitor.goto(made.url)
  await expect(visitor.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()
  await expect(visitor.getByText('Ask for a new one.')).toBeVisible()
})

test('a project is renamed, and deleted only after its slug is typed', async ({ page, world }) => {
  await page.goto('/o/default/settings/projects')
  const report = { project: 'short-lived', results: [{ file: 'a', titles: ['b'], status: 'passed' }] }
  const sent = await fetch(`${world.url}/api/test-results`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
  })
  expect(sent.status).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Edit short-lived' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Lives shortly')
  await page.getByLabel('Default branch').fill('trunk')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Lives shortly' })).toContainText('trunk')
  await page.getByRole('button', { name: 'Delete short-lived' }).click()
  await page.getByLabel('Type short-lived to confirm').fill('short')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('That is not short-lived. Nothing was deleted.')).toBeVisible()
  await page.getByLabel('Type short-lived to confirm').fill('short-lived')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('The project short-lived is deleted.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Lives shortly' })).toHaveCount(0)
})

test('the audit trail is filtered by its address, and says when nothing fits', async ({ page }) => {
  await page.goto('/o/default/settings/audit?action=key.created')
  await expect(page.getByLabel('Action')).toHaveValue('key.created')
  await expect(page.locator('.entry').first()).toContainText('Created the key')
  await expect(page.locator('.entry').first()).toContainText(/role: \w+ scopes: [a-z, ]+ project: /)
  await page.getByLabel('Action').selectOption('webhook.disabled')
  await expect(page).toHaveURL(/action=webhook\.disabled/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/settings\/audit$/)
})

test('a delivery that failed is sent again, and its outcome appears', async ({ page }) => {
  const receiver = await openReceiver()
  try {
    receiver.answer(500)
    await page.goto(KEYS)
    await ask(page, 'POST', '/api/webhooks', { name: 'Lost messages', url: receiver.url })
    await page.goto('/o/default/settings/webhooks')
    await page.getByRole('button', { name: 'Deliveries of Lost messages' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    const delivery = page.locator('.deliveries li')
    await expect(delivery.getByRole('img', { name: 'failed' })).toBeVisible()
    receiver.answer(200)
    await delivery.getByRole('button', { name: 'Resend test' }).click()
    await expect(delivery.getByRole('img', { name: 'delivered' })).toBeVisible()
    expect(new Set(receiver.got.map(({ headers }) => headers['svc-delivery'])).size).toBe(1)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Lost messages is turned off.')).toBeVisible()
    await expect(delivery.getByRole('button')).toHaveCount(0)
  } finally {
    await receiver.close()
  }
})

test('a trusted repository is edited', async ({ page }) => {
  await page.goto(KEYS)
  const conditions = { refs: ['refs/heads/main'], events: ['push'], project: 'shop' }
  await ask(page, 'POST', '/api/oidc-trusts', {
    repositoryId: '4711',
    repository: 'acme/edited',
    ...conditions,
  })
  // The choice stays when the list of projects arrives after it.
  const { promise: mayArrive, resolve: letArrive } = Promise.withResolvers<void>()
  await page.route('**/api/projects?*', async (route) => {
    await mayArrive
    await route.continue()
  })
  await page.goto('/o/default/settings/workflows')
  await page.getByRole('button', { name: 'Edit acme/edited' }).click()
  const form = page.getByRole('dialog', { name: 'Edit acme/edited' })
  await expect(form.getByLabel('Events')).toHaveValue('push')
  const projects = form.getByLabel('Project')
  await expect(projects).toHaveValue('shop')
  await form.getByLabel('Refs').fill('refs/heads/main refs/heads/release-*')
  await projects.selectOption('All projects')
  const before = await projects.getByRole('option').count()
  letArrive()
  await expect(projects.getByRole('option')).not.toHaveCount(before)
  await expect(projects).toHaveValue('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('acme/edited is saved.')).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: 'acme/edited' })
  for (const fact of ['refs/heads/main', 'refs/heads/release-*', 'all projects'])
    await expect(entry.getByText(fact, { exact: true })).toBeVisible()
})
