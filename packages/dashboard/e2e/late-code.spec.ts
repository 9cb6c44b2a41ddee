import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { failed } from '../../../server/src/testing/upload.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'

/** Code of the page that arrives when it is let through. */
async function hold(page: Page, chunk: RegExp): Promise<() => void> {
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route(chunk, async (route) => {
    await mayLoad
    await route.continue()
  })
  return load
}

test('a press is answered at once by a dialog whose code is late', async ({ page, world }) => {
  const load = await hold(page, /\/assets\/(key-map|editor-dialog|rename-dialog)-/)
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  const asked = async (title: string) => {
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('status', { name: 'Loading' })).toBeVisible()
    return dialog
  }
  await page.keyboard.press('?')
  await asked('Keys')
  // It can be left before it has arrived.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Open in an editor…' }).first().click()
  const editor = await asked('Open files in your editor')
  load()
  await expect(editor.getByLabel(/^Root folder of/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' }).getByText('Next failure')).toBeVisible()
})

test('rows that somebody reads stay when the code that reads more failures arrives', async ({
  page,
  world,
}) => {
  const results = Array.from({ length: 60 }, (_, i) => failed(`breaks ${i}`, { message: `it is ${i}` }))
  const made = {
    project: 'sixty',
    journal: randomUUID(),
    build: randomUUID(),
    startedAt: world.seeded.now,
    results,
  }
  const { execution } = await upload({ ...world, now: world.seeded.now }, made, true)
  const load = await hold(page, /\/assets\/failure-list-later-/)
  await page.goto(`/executions/${execution}`)
  await settle(page)
  const row = page.locator('.failure').nth(1)
  await row.focus()
  const drawn = await row.elementHandle()
  load()
  await expect(page.getByRole('button', { name: 'Show 10 more failures' })).toBeVisible()
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(row).toBeFocused()
  // While another filter is read, they stay too.
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/failures\?.*q=/, async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.keyboard.type('breaks 1')
  await expect(page).toHaveURL(/q=breaks/)
  await expect(page.locator('.failure')).toHaveCount(50)
  answer()
  await expect(page.locator('.failure')).toHaveCount(15)
})

test('code that is gone after an upgrade of the server is said in words, with a way on', async ({
  page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/, /dynamically imported module/)
  const isOld = /\/assets\/all-results-.*\.js/
  await page.route(isOld, (route) => route.fulfill({ status: 404 }))
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  await page.getByRole('link', { name: /all$/ }).click()
  await expect(page.getByRole('heading', { name: 'A part of this page did not load' })).toBeVisible()
  await page.unroute(isOld)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('.result').first()).toBeVisible()
})

test('j and k go through the rows of any list', async ({ page }) => {
  await page.goto('/o/default/shop/pulls')
  await settle(page)
  const rows = page.locator('main a.line')
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.goto('/o/default/pulls/482?repo=acme/shop')
  await settle(page)
  const failures = page.locator('main a.failure')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(failures.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(failures.first()).toBeFocused()
  await page.keyboard.press('Enter')
  // Until the page of the run has arrived, the rows are those of the pull request.
  const selected = page.locator('.failure[aria-current]')
  await expect(selected).toBeVisible()
  await page.keyboard.press('j')
  await expect(selected).toBeFocused()
})
