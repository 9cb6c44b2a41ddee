import { expect, type Page, test } from '@playwright/test'
import { freePort } from '@svc/test-kit/free-port'
import { NO_LIMITS, startServer } from '@svc/test-kit/server'
import { FILES, uploadFiles } from './active-files.ts'
import { cookieOf } from './cookie-of.ts'

test('no uploaded file becomes an active page, whatever its type says', ({ page }) => openAll(page))

test('nor on an origin of its own, where no cookie of the session goes', async ({ page }) => {
  const port = await freePort()
  await openAll(page, {
    port,
    main: `http://svc.shop.localhost:${port}`,
    origin: `http://files.shop.localhost:${port}`,
  })
})

/** Opens each file in a tab of its own, as a signed-in person. */
async function openAll(page: Page, apart?: { port: number; main: string; origin: string }) {
  const env = apart && { SVC_BASE_URL: apart.main, SVC_ARTIFACTS_ORIGIN: apart.origin }
  const server = await startServer({
    ...(apart && { port: apart.port }),
    env: { ...NO_LIMITS, SVC_DASHBOARD: '1', ...env },
  })
  try {
    const sent = await uploadFiles(server)
    const main = apart?.main ?? server.url
    const cookie = await cookieOf(server.url, server.welcomeUrl)
    await page.context().addCookies([{ ...cookie, url: main, httpOnly: true }])
    expect(sent.length).toBe(FILES.length)
    for (const { id, contentType } of sent) {
      const downloads: string[] = []
      const cookies: unknown[] = []
      const tab = await page.context().newPage()
      tab.on('download', (download) => downloads.push(download.suggestedFilename()))
      tab.on('request', async (request) => {
        if (apart && request.url().startsWith(apart.origin)) cookies.push((await request.allHeaders()).cookie)
      })
      await tab.goto(`${main}/sign-in`)
      const answer = await tab.goto(`${main}/api/artifacts/${id}`).catch(() => null)
      const seen = {
        contentType,
        title: await tab.title(),
        buttons: await tab.getByRole('button', { name: 'Leave' }).count(),
      }
      if (answer === null) await expect.poll(() => downloads.length, seen.contentType).toBe(1)
      else {
        expect(seen).toEqual({ contentType, title: expect.not.stringMatching(/owned|mine/), buttons: 0 })
        expect(await tab.evaluate(() => [document.contentType, self.origin])).toEqual([
          expect.stringMatching(/^(text\/plain|image\/png|video\/webm)$/),
          'null',
        ])
        if (apart) expect(tab.url()).toContain(apart.origin)
      }
      expect(cookies.filter((each) => each !== undefined)).toEqual([])
      await tab.close()
    }
  } finally {
    await server.stop()
  }
}
