import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test'
import { embed, type FilesWorld, SAFE_NAME, startFiles } from './active-files.ts'

/** Files whose elements a page loads at once. */
const AT_ONCE = 15

for (const isApart of [false, true])
  test.describe(isApart ? 'uploaded files on an origin of their own' : 'uploaded files on one origin', () => {
    test.describe.configure({ mode: 'default' })

    let world: FilesWorld
    let writes: string[]

    test.beforeAll(async () => {
      world = await startFiles(isApart)
    })
    test.afterAll(() => world?.server.stop())

    test.beforeEach(async ({ page }) => {
      await page.context().addCookies([{ ...world.cookie, url: world.main, httpOnly: true, sameSite: 'Lax' }])
      writes = []
      page.context().on('response', (response) => {
        const method = response.request().method()
        if (method !== 'GET' && response.status() < 400) writes.push(`${method} ${response.url()}`)
      })
    })

    test.afterEach(async () => {
      expect([writes, await world.isSignedIn()]).toEqual([[], true])
    })

    test('in a tab, none becomes an active page, and downloads have safe names', async ({ page }) => {
      const downloads: string[] = []
      page.on('download', (download) => downloads.push(download.suggestedFilename()))
      const requests: Promise<Record<string, string>>[] = []
      page.on('request', (request) => {
        if (world.origin !== null && request.url().startsWith(world.origin))
          requests.push(request.allHeaders())
      })
      for (const file of world.files) {
        const what = `${file.contentType}, ${file.name}`
        const answer = await page.goto(world.addressOf(file)).catch(() => null)
        expect([what, answer !== null]).toEqual([what, file.isShown])
        if (answer === null) {
          await expect.poll(() => downloads.length, what).toBe(1)
          expect([what, downloads.pop()]).toEqual([what, expect.stringMatching(SAFE_NAME)])
          continue
        }
        expect([what, await shownIn(page)]).toEqual([what, NOTHING])
        expect(page.url().startsWith(`${world.origin ?? world.main}/`)).toBe(true)
      }
      expect((await Promise.all(requests)).flatMap(({ cookie }) => cookie ?? [])).toEqual([])
    })

    test('the pages of the dashboard show all of them, and none runs', async ({ page }) => {
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.message())
        dialog.dismiss().catch(() => undefined)
      })
      await page.goto(`${world.main}/executions/${world.execution}`)
      const links = page.locator('ul.artifacts a')
      await expect(links.first()).toBeVisible()
      let shown = 0
      for (const link of await links.all()) {
        const what = await link.textContent()
        // A trace has its own tests.
        if (/\/traces\//.test((await link.getAttribute('href')) ?? '')) continue
        if ((await link.getAttribute('download')) !== null) {
          expect([what, await downloadBy(page, () => link.click())]).toEqual([what, SAFE])
          continue
        }
        shown++
        await link.click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        const rest = dialog.getByRole('link', { name: 'Download' })
        const picture = dialog.locator('img, video').or(dialog.getByText('This file is gone'))
        await expect(rest.or(picture).first()).toBeVisible()
        if (await rest.isVisible())
          expect([what, await downloadBy(page, () => rest.click())]).toEqual([what, SAFE])
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
      expect(shown).toBeGreaterThan(5)
      expect([asked, await page.evaluate(() => 'owned' in self), page.frames().length]).toEqual([
        [],
        false,
        1,
      ])
      expect(page.url()).toContain(`${world.main}/executions/`)
    })

    if (!isApart)
      test('in a page of the server, none becomes a script, a style, a worker or a frame', async ({
        context,
      }) => {
        const addresses = world.files.map(world.addressOf)
        expect(await embedAll(context, world.main, addresses)).toEqual([])
      })

    if (isApart) {
      test('a page below the same domain gets none of them from the server', async ({ context }) => {
        const answered: string[] = []
        context.on('response', (response) => {
          if (response.url().startsWith(`${world.main}/api`) && response.status() < 400)
            answered.push(response.url())
        })
        const addresses = world.files.map(world.addressOf)
        expect(await embedAll(context, world.main.replace('svc.', 'evil.'), addresses)).toEqual([])
        expect(answered).toEqual([])
      })

      test('nor has a signed address a power over a page that embeds it', async ({ context }) => {
        const addresses = await Promise.all(world.files.map(world.signedAddressOf))
        for (const origin of [world.main, world.main.replace('svc.', 'evil.')])
          expect([origin, await embedAll(context, origin, addresses)]).toEqual([origin, []])
      })
    }
  })

const SAFE = expect.stringMatching(SAFE_NAME)

/** What a tab shows of a page that a file would be. */
const shownIn = (page: Page) =>
  page.evaluate(() => ({
    owned: 'owned' in self || /owned|mine/.test(document.title),
    controls: document.querySelectorAll('form, button, a, script').length,
    type: document.contentType,
    origin: self.origin,
  }))

const NOTHING = {
  owned: false,
  controls: 0,
  type: expect.stringMatching(/^(text\/plain|image\/(png|gif|webp)|video\/webm)$/),
  origin: 'null',
}

async function downloadBy(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), act()])
  return download.suggestedFilename()
}

/** Embeds addresses in a page of an origin that has no policy at all; returns what became active. */
async function embedAll(context: BrowserContext, origin: string, addresses: string[]): Promise<string[]> {
  const page = await context.newPage()
  const blank = `${origin}/blank`
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
  )
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    // Playwright does not see the end of a worker's script; the page itself waits for all scripts.
    if (request.resourceType() !== 'script') underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  // A frame whose answer is a download does not end.
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) underWay.delete(response.request())
  })
  const active: string[] = []
  for (let i = 0; i < addresses.length; i += AT_ONCE) {
    await page.goto(blank)
    active.push(...(await page.evaluate(embed, addresses.slice(i, i + AT_ONCE))))
    await expect.poll(() => [...underWay].map((request) => request.url())).toEqual([])
    if (await page.evaluate(() => 'owned' in self || document.title !== 'blank')) active.push('a script')
    for (const frame of page.frames().slice(1))
      if (/^http/.test(frame.url())) active.push(`a frame of ${frame.url()}`)
  }
  await page.close()
  return active
}
