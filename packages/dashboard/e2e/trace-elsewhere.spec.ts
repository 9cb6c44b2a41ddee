import { expect, test } from '@playwright/test'
import { freePort } from '@svc/test-kit/free-port'
import { NO_LIMITS, startServer } from '@svc/test-kit/server'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from './cookie-of.ts'
import { CALL, evilTrace } from './evil-trace.ts'
import { attach, upload } from './send.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('traces and pictures come from the origin of artifacts, which no cookie of the session reaches', async ({
  page,
}) => {
  const port = await freePort()
  // One site, as below one domain: browsers may refuse workers to frames of other sites.
  const [main, origin] = ['svc', 'files'].map((name) => `http://${name}.shop.localhost:${port}`) as [
    string,
    string,
  ]
  const server = await startServer({
    port,
    env: { ...NO_LIMITS, SVC_DASHBOARD: '1', SVC_BASE_URL: main, SVC_ARTIFACTS_ORIGIN: origin },
  })
  try {
    const to = { ...server, now: Date.now() }
    const attachments = [
      { name: 'trace', contentType: 'application/zip' },
      { name: 'screenshot', contentType: 'image/png' },
    ]
    const detail = { errors: [{ message: 'The card was refused' }], attachments }
    const attempts = [{ status: 'failed' as const, durationMs: 10, detail }]
    const uploaded = await upload(to, { build: 'evil', results: [{ ...failed('pays'), attempts }] }, true)
    await attach(to, uploaded, [evilTrace('<p>Of the trace</p>'), Buffer.from(PNG, 'base64')])
    const cookie = await cookieOf(server.url, server.welcomeUrl)
    await page.context().addCookies([{ ...cookie, url: main, httpOnly: true }])
    const errors: string[] = []
    page.on('console', (message) => {
      // The viewer is Playwright's, and draws a blank frame with a style of its own.
      const isOfViewer =
        /\/trace\/|^data:/.test(message.location().url) || message.text().includes('inline style')
      if (message.type() === 'error' && !isOfViewer) errors.push(message.text())
    })
    const cookies: (string | undefined)[] = []
    page.on('request', async (request) => {
      if (request.url().startsWith(origin)) cookies.push((await request.allHeaders()).cookie)
    })

    await page.goto(`${main}/executions/${uploaded.execution}`)
    const picture = page.locator('img[src*="/api/artifacts/"]').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

    await page.getByRole('link', { name: 'Open trace' }).click()
    const viewer = page.frameLocator('iframe[title="Trace viewer"]')
    await expect(viewer.getByText('Click').first()).toBeVisible()
    await expect(viewer.frameLocator('iframe:visible').getByText('Of the trace')).toBeVisible()
    const frame = page.frames().find((each) => each.url().startsWith(`${origin}/trace/index.html`))
    expect(frame).toBeDefined()

    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the trace in a new tab' }).click(),
    ])
    await expect(tab.getByText('Click').first()).toBeVisible()
    expect(tab.url()).toContain(`${origin}/trace/index.html`)
    const signed = new URL(tab.url()).searchParams.get('trace') ?? ''
    const alone = await tab.goto(`${origin}/trace/snapshot/${CALL}?trace=${signed}&phase=before`)
    expect(alone?.status()).toBe(403)
    // Nothing of the viewer is left on the main origin.
    const left = await tab.goto(`${main}/trace/snapshot/${CALL}?trace=${signed}&phase=before`)
    expect(left?.status()).toBe(404)
    expect(cookies.length).toBeGreaterThan(3)
    expect(cookies.filter((each) => each !== undefined)).toEqual([])
    expect(errors).toEqual([])
  } finally {
    await server.stop()
  }
})
