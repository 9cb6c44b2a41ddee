import { expect, type Frame, type Page, test } from '@playwright/test'
import { startTraces, type TraceWorld } from './trace-world.ts'

for (const isApart of [false, true])
  test.describe(isApart ? 'a trace on an origin of artifacts' : 'a trace on one origin', () => {
    test.describe.configure({ mode: 'default' })

    let world: TraceWorld

    test.beforeAll(async () => {
      world = await startTraces(isApart)
    })
    test.afterAll(() => world?.stop())

    test.beforeEach(async ({ page }) => {
      world.received.length = 0
      await page.context().addCookies([{ ...world.cookie, url: world.main, httpOnly: true, sameSite: 'Lax' }])
    })

    test.afterEach(async () => {
      expect([await world.stateOfProposal(), await world.isSignedIn()]).toEqual(['open', true])
    })

    /** A person who has opened a trace before has the viewer's worker. */
    async function openTrace(page: Page, id = world.trace): Promise<void> {
      await page.goto(`${world.main}/executions/${world.execution}/traces/${id}`)
      await expect(page.frameLocator('iframe[title="Trace viewer"]').getByText('Click').first()).toBeVisible()
    }

    test('a snapshot in a tab of its own shows nothing of the trace', async ({ page }) => {
      await openTrace(page)
      const { snapshot, viewer } = world
      for (const path of [snapshot, `${snapshot}&frameId=frame@1`, snapshot.replace('before', 'after')]) {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(403)
        await expect(page.locator('body')).toHaveText(/Only the trace viewer shows snapshots/)
        await expect(page.getByRole('button')).toHaveCount(0)
      }
      // From a page of the viewer, in a tab and in a frame.
      await page.goto(`${viewer}/trace/index.html`)
      const popup = page.waitForEvent('popup')
      await page.evaluate((url) => void window.open(url), snapshot)
      await expect((await popup).locator('body')).toHaveText(/Only the trace viewer/)
      for (const tag of ['object', 'embed']) {
        await page.setContent(
          tag === 'object' ? `<object data="${snapshot}"></object>` : `<embed src="${snapshot}">`,
        )
        for (const frame of page.frames())
          expect(await frame.getByRole('button', { name: 'Accept' }).count()).toBe(0)
      }
    })

    test('in the viewer, no markup of a snapshot runs, sends, leaves its frame or opens a tab', async ({
      page,
    }) => {
      await openTrace(page)
      await tryMarkup(page)
    })

    test('a snapshot in the whole window exists only on an origin of artifacts, where it does no more', async ({
      page,
    }) => {
      await openTrace(page)
      await page.goto(`${world.viewer}/trace/index.html?trace=${encodeURIComponent(world.source)}`)
      await expect(page.getByText('Click').first()).toBeVisible()
      const query = new URLSearchParams({ r: world.snapshot, trace: world.source })
      const answer = await page.goto(`${world.viewer}/trace/snapshot.html?${query}`)
      expect(answer?.status()).toBe(isApart ? 200 : 404)
      if (isApart) await tryMarkup(page)
      else await expect(page.locator('iframe')).toHaveCount(0)
    })

    test('a snapshot that loads another page stays in its frame, and reaches no other site', async ({
      page,
    }) => {
      await openTrace(page, world.refreshing)
      // The browser shows an error in the frame instead.
      await expect
        .poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:')))
        .toBe(true)
      expect(page.url()).toContain('/traces/')
      expect(world.received).toEqual([])
    })

    /** Clicks everything in the snapshot that is shown. */
    async function tryMarkup(page: Page): Promise<void> {
      const tabs: string[] = []
      page.context().on('page', (tab) => tabs.push(tab.url()))
      const writes: string[] = []
      // The policy stops others before they leave the browser.
      page.on('requestfinished', (request) => {
        if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
      })
      const address = page.url()
      const frames = () => page.frames().filter((frame) => frame.url().includes('/trace/snapshot/'))
      const shown = async () => {
        await expect.poll(async () => (await visibleIn(frames())).length).toBeGreaterThan(0)
        return (await visibleIn(frames()))[0] as Frame
      }
      for (const name of ['Accept', 'Leave', 'Log in', 'Search', 'Run'])
        await (await shown()).getByRole('button', { name }).click({ noWaitAfter: true })
      for (const x of [50, 150, 250])
        await (await shown()).locator('img[usemap]').click({ position: { x, y: 20 }, noWaitAfter: true })
      await quiet(page)
      expect(page.url()).toBe(address)
      expect(await page.title()).not.toBe('owned')
      for (const frame of page.frames())
        expect(await frame.evaluate(() => 'owned' in window).catch(() => false)).toBe(false)
      expect([tabs, writes, world.received]).toEqual([[], [], []])
    }
  })

/** Whatever the page has begun is done before this answer. */
const quiet = (page: Page) => page.evaluate(() => fetch('/trace/index.html').then(() => undefined))

async function visibleIn(frames: Frame[]): Promise<Frame[]> {
  const seen = await Promise.all(
    frames.map((frame) =>
      frame
        .getByRole('button', { name: 'Accept' })
        .isVisible()
        .catch(() => false),
    ),
  )
  return frames.filter((_, i) => seen[i])
}
