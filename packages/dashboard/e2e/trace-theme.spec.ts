import { expect, settle, test } from './test.ts'

test('the viewer of traces has the theme that the reader chose', async ({ page, world, expectedErrors }) => {
  // The viewer's own page.
  expectedErrors.push(/inline style/)
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
    await page.context().addCookies([{ name: 'svc_theme', value: theme, url: world.url }])
    await page.goto(`/executions/${world.seeded.broken}`)
    await settle(page)
    await page.getByRole('link', { name: 'Open trace' }).click()
    const viewer = page.frameLocator('iframe[title="Trace viewer"]').locator('html')
    await expect(viewer).toHaveClass(new RegExp(`${theme}-mode`))
  }
})
