import { test as base, expect, type Page } from '@playwright/test'
import { readWorld, type World } from './world.ts'

const TWELVE_MINUTES_MS = 720_000

interface Fixtures {
  world: World
  /** A page of a visitor whom nobody knows. */
  visitor: Page
  /** Messages that this test expects in the console. */
  expectedErrors: RegExp[]
}

/** Every page is signed in, has a fixed clock, and fails its test with any error in the console or of the policy. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
  world: async ({}, use) => use(readWorld()),
  baseURL: async ({ world }, use) => use(world.url),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  expectedErrors: async ({}, use) => use([]),
  page: async ({ page, context, world, expectedErrors }, use) => {
    await context.addCookies([world.cookie])
    await watched(page, world, expectedErrors, use)
  },
  visitor: async ({ browser, world, expectedErrors }, use) => {
    const context = await browser.newContext({ baseURL: world.url, reducedMotion: 'reduce' })
    await watched(await context.newPage(), world, expectedErrors, use)
    await context.close()
  },
})

async function watched(page: Page, world: World, expected: RegExp[], use: (page: Page) => Promise<void>) {
  const errors: string[] = []
  page.on('console', (message) => {
    // The trace viewer is Playwright's; it is framed, and its own page.
    if (message.type() === 'error' && !message.location().url.includes('/trace/')) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.clock.setFixedTime(world.seeded.now + TWELVE_MINUTES_MS)
  await use(page)
  expect(errors.filter((error) => !expected.some((each) => each.test(error)))).toEqual([])
}

export { expect }

export const THEMES = ['light', 'dark'] as const
export const WIDTHS = [1280, 375] as const

/** Shows the page in a theme, as the server does for a reader who chose it, and in a width. */
export async function dress(page: Page, theme: (typeof THEMES)[number], width: number, url: string) {
  await page.context().addCookies([{ name: 'svc_theme', value: theme, url }])
  await page.setViewportSize({ width, height: width === 375 ? 812 : 900 })
}

/** Waits until the page shows what it has read, in its own fonts. */
export async function settle(page: Page): Promise<void> {
  // In this order: before its first heading a page has no skeleton yet.
  await expect(page.locator('h1, h2').first()).toBeVisible()
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  // Text that is off the window waits until it comes near.
  await expect(page.locator('main .markdown[aria-busy], main .part:first-child [aria-busy]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
