import type { Page } from '@playwright/test'
import { dress, expect, settle, test } from './test.ts'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('all attempts side by side: error, duration and output of each, and one below the other on a phone', async ({
  page,
  world,
}) => {
  await page.goto(`/executions/${world.seeded.visual}`)
  await page.getByRole('tab', { name: 'Side by side' }).first().click()
  await expect(page).toHaveURL(/attempt=all/)
  const columns = page.locator('.beside > li')
  await expect(columns).toHaveCount(2)
  await expect(columns.nth(0)).toContainText('1205 pixels')
  await expect(columns.nth(0)).toContainText('2.4 s')
  await expect(columns.nth(1)).toContainText('received 640px by 440px')
  await expect(columns.nth(1)).toContainText('5.1 s')
  await expect(page.getByRole('region', { name: 'Standard output of attempt 1' })).toContainText('212 ms')
  await expect(page.getByRole('region', { name: 'Standard error of attempt 2' })).toContainText('slow')
  const tops = () => columns.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(new Set(await tops()).size).toBe(1)
  await dress(page, 'light', 375, world.url)
  await expect.poll(async () => new Set(await tops()).size).toBe(2)
  await page.reload()
  await expect(columns).toHaveCount(2)
  await page.keyboard.press('b')
  await expect(page).toHaveURL(/attempt=2/)
})

test('an error that attempts share is shown once', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}?attempt=all`)
  const columns = page.locator('.beside > li')
  await expect(columns).toHaveCount(3)
  await expect(columns.nth(0)).toContainText(
    'AssertionError: expected charge to equal what the cart comes to',
  )
  await expect(columns.nth(2)).toContainText('The same error as in attempt 1.')
  await expect(page.locator('.beside .error')).toHaveCount(1)
})

test('the images of a screenshot assertion: difference, slider by keyboard, side by side', async ({
  page,
  world,
}) => {
  await page.goto(`/executions/${world.seeded.visual}?attempt=1`)
  const images = page.getByRole('region', { name: 'Images: cart.png' })
  await expect(images.getByRole('img', { name: 'Difference: cart-diff.png' })).toBeVisible()
  await images.getByRole('tab', { name: 'Slider' }).click()
  await expect(page).toHaveURL(/image=slider/)
  const slider = images.getByRole('slider', { name: 'How much of the expected image is shown' })
  await expect(slider).toHaveValue('50')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveValue('51')
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', '100 % expected, 0 % actual')
  await expect(images.locator('.layer').nth(1)).toHaveCSS('clip-path', 'inset(0px 0px 0px 100%)')
  await images.getByRole('tab', { name: 'Slider' }).press('ArrowRight')
  await expect(images.getByRole('img', { name: 'Actual: cart-actual.png' })).toBeVisible()
  await expect(images.getByText('The sizes differ')).toHaveCount(0)
  await images.getByRole('img', { name: 'Actual: cart-actual.png' }).click()
  await expect(page.getByRole('dialog', { name: 'cart-actual.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The second attempt attached no difference, and an image of another size.
  await page.goto(`/executions/${world.seeded.visual}?attempt=2`)
  await expect(slider).toBeVisible()
  await expect(images.getByText('expected 640 × 400, actual 640 × 440 pixels')).toBeVisible()
  await expect(images.getByRole('tab', { name: 'Difference' })).toHaveCount(0)
})

test('a video plays in the page', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.visual}?attempt=1`)
  await page.getByRole('link', { name: /^video/ }).click()
  const video = page.getByRole('dialog', { name: 'video' }).locator('video')
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.currentTime)).toBeGreaterThan(0)
  expect(await video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBe(300)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/artifact=/)
})

test('the editor is asked for once, and kept for its repository', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.visual}`)
  await settle(page)
  await page.getByRole('button', { name: 'Open in an editor…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open files in your editor' })
  const root = dialog.getByRole('textbox', { name: 'Root folder of acme/shop' })
  await root.fill('code/shop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter the full path')
  await root.fill('/home/ada/shop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const link = page.getByRole('link', { name: 'Open in VS Code' })
  await expect(link.first()).toHaveAttribute('href', 'vscode://file/home/ada/shop/e2e/checkout.spec.ts:27:1')
  await page.goto(`/executions/${world.seeded.visual}?attempt=1`)
  await expect(link.nth(1)).toHaveAttribute('href', 'vscode://file/home/ada/shop/e2e/checkout.spec.ts:31:22')
  await page.getByRole('button', { name: 'Change the editor or the root folder' }).click()
  await dialog.getByRole('combobox', { name: 'Editor' }).selectOption({ label: 'WebStorm' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Open in WebStorm' }).first()).toHaveAttribute(
    'href',
    'webstorm://open?file=%2Fhome%2Fada%2Fshop%2Fe2e%2Fcheckout.spec.ts&line=27&column=1',
  )
})

test('a failure is copied for an agent and as Markdown; a section as the command that runs its tests', async ({
  page,
  context,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/executions/${world.seeded.visual}?attempt=1`)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect.poll(() => copied(page)).toContain('### checkout › the pay button looks as designed')
  const markdown = await copied(page)
  expect(markdown).toContain('`e2e/checkout.spec.ts:27` · `chromium`')
  expect(markdown).toContain('1205 pixels')
  expect(markdown).toContain("> 31 |   await expect(page).toHaveScreenshot('cart.png')")
  expect(markdown).toContain(`[Open this failure](${world.url}/executions/${world.seeded.visual}?`)
  await page.getByRole('button', { name: 'Copy this failure for an agent' }).click()
  await expect.poll(() => copied(page)).not.toContain('[Open this failure]')
  expect(await copied(page)).toContain('the pay button looks as designed')
  await page.getByRole('button', { name: 'Copy the command that runs these 2 tests' }).click()
  await expect.poll(() => copied(page)).toMatch(/^npx playwright test /)
  expect(await copied(page)).toBe(
    'npx playwright test e2e/checkout.spec.ts e2e/search.spec.ts -g ' +
      "'checkout the pay button looks as designed|search finds a product \\(by its number\\)' --project=chromium",
  )
})

test('a link to a file that is gone says so, and leads on', async ({ page, world, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  await page.goto(`/executions/${world.seeded.broken}?artifact=01a1fd75-58b0-716d-8ffb-1e05aeaafcd6`)
  const gone = page.getByRole('dialog', { name: 'This file is gone' })
  await expect(gone).toContainText('The error and the steps of the test stay.')
  await page.keyboard.press('Escape')
  await expect(gone).toHaveCount(0)
  await expect(page).toHaveURL(`/executions/${world.seeded.broken}`)
  // Retention may come between the page and the image.
  await page.route('**/api/artifacts/*', (route) => route.fulfill({ status: 404 }))
  await page.locator('a.artifact', { hasText: 'image/png' }).first().click()
  await expect(gone).toBeVisible()
})
