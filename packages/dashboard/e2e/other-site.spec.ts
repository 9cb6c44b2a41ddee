import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Beside, type Outcome, startBeside } from './other-site.ts'

let beside: Beside

test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  beside = await startBeside()
})
test.afterAll(() => beside?.stop())

const signIn = (context: BrowserContext) =>
  context.addCookies([{ ...beside.cookie, url: beside.main, httpOnly: true, sameSite: 'Lax' }])

type Init = { method?: string; headers?: Record<string, string>; body?: string }

/** The status of a request that a page of the server sends. */
async function own(page: Page, path: string, init: Init = {}): Promise<number> {
  await page.goto(`${beside.main}/sign-in`)
  return page.evaluate(async ([path, init]) => (await fetch(path, init)).status, [path, init] as const)
}

test('a page of another site changes nothing and shows nothing, below the same domain or elsewhere', async ({
  page,
}) => {
  await signIn(page.context())
  for (const site of beside.sites) {
    const answered: string[] = []
    const note = (url: string, status: number) => {
      const { pathname, origin } = new URL(url)
      if (origin !== new URL(site).origin && status < 400) answered.push(`${status} ${pathname}`)
    }
    const listen = (response: { url(): string; status(): number }) => note(response.url(), response.status())
    page.on('response', listen)
    await page.goto(`${site}/attack`)
    await expect.poll(() => page.evaluate(() => 'outcome' in window), { timeout: 60_000 }).toBe(true)
    const outcome = await page.evaluate(() => (window as unknown as { outcome: Outcome }).outcome)
    page.off('response', listen)
    for (const [what, result] of Object.entries(outcome)) {
      if (/^artifact as|^stream/.test(what)) expect([site, what, result]).toEqual([site, what, 'error'])
      if (/read$|JSON$|header$|^worker/.test(what))
        expect([site, what, result]).toEqual([site, what, expect.stringMatching(/^error/)])
    }
    // Pages are static files, which a frame may request but does not show.
    expect([site, answered.filter((each) => / \/(api|auth|artifacts)\//.test(each))]).toEqual([site, []])
    for (const frame of page.frames().slice(1))
      expect(frame.url()).toMatch(/^(about:blank|chrome-error:.*|$)/)
  }
  expect([await beside.stateOfProposal(), await own(page, '/api/whoami')]).toEqual(['open', 200])
})

test('a tab that another site opens has no handle, and the viewer opens only files of its own origin', async ({
  page,
}) => {
  await signIn(page.context())
  for (const site of beside.sites) {
    await page.goto(`${site}/other`)
    beside.received.length = 0
    const own = encodeURIComponent(`/api/artifacts/${beside.trace}`)
    const foreign = encodeURIComponent(`${site}/trace.zip`)
    for (const path of [
      `${beside.main}/`,
      `${beside.files}/trace/index.html?trace=${own}`,
      `${beside.files}/trace/index.html?trace=${foreign}`,
    ]) {
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate((url) => {
          Object.assign(window, { tab: window.open(url) })
        }, path),
      ])
      await tab.waitForLoadState('load')
      // The message would show a trace of the other site in the viewer.
      expect(
        await page.evaluate(() => {
          const { tab } = window as unknown as { tab: Window }
          tab.postMessage(
            { method: 'load', params: { trace: new Blob(['PK']), traceUrl: 'x' } },
            { targetOrigin: '*' },
          )
          return [tab.closed, tab.length]
        }),
      ).toEqual([true, 0])
      expect(await tab.evaluate(() => window.opener)).toBe(null)
      if (path.includes('/trace/'))
        await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await tab.close()
    }
    expect(beside.received.filter((each) => !/favicon/.test(each))).toEqual([])
  }
})

test('a page of another site that navigates without a click reads nothing, however often', async ({
  page,
}) => {
  await signIn(page.context())
  const answers: number[] = []
  page.context().on('response', (response) => {
    if (response.url().startsWith(`${beside.main}/api`)) answers.push(response.status())
  })
  for (const site of beside.sites)
    for (const path of [`/api/artifacts/${beside.picture}`, '/api/whoami']) {
      const to = beside.main + path
      for (const way of ['script', 'refresh', 'form', 'anchor']) {
        answers.length = 0
        // The page leaves before it has loaded.
        await page.goto(`${site}/${way}?to=${to}`).catch(() => undefined)
        await expect.poll(() => answers, `${way} of ${site} to ${path}`).toEqual([403])
      }
    }
  // A page of the same site may load another one in advance, with cookies.
  answers.length = 0
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(request.url()))
  await page.goto(`${beside.sites[0]}/prefetch?to=${beside.main}/api/whoami`)
  await expect.poll(() => asked).toContain(`${beside.main}/api/whoami`)
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  expect(answers.filter((status) => status !== 403)).toEqual([])
})

test('what a link of another site opened, the browser opens again', async ({ page }) => {
  await signIn(page.context())
  const to = `${beside.main}/api/whoami`
  await page.goto(`${beside.sites[1]}/link?to=${to}`)
  await page.getByRole('link').click()
  await page.waitForURL(to)
  await expect(page.locator('body')).toContainText('"success":true')
  expect((await page.reload())?.status()).toBe(200)
  await page.goBack()
  await page.goForward()
  await page.waitForURL(to)
  await expect(page.locator('body')).toContainText('"success":true')
})

test('a link of another site leads to a signed address, whose right ends with the session', async ({
  page,
  browser,
}) => {
  await signIn(page.context())
  const linked = `${beside.sites[1]}/link?to=${beside.main}/api/artifacts/${beside.picture}`
  await page.goto(linked)
  await page.getByRole('link').click()
  await page.waitForURL(`${beside.files}/artifacts/**`)
  const address = page.url()
  const cookies = await page.context().cookies(beside.files)
  expect(cookies).toEqual([])
  // The signed address opens this one file; no other route of that origin answers.
  const stranger = await (await browser.newContext()).newPage()
  const statusOf = async (url: string) => (await stranger.goto(url))?.status()
  expect(await statusOf(address)).toBe(200)
  for (const path of ['/api/whoami', `/api/artifacts/${beside.picture}`, '/', '/sign-in'])
    expect([path, await statusOf(beside.files + path)]).toEqual([path, 404])
  const [text = '', mac = ''] = new URL(address).pathname.slice('/artifacts/'.length).split('.')
  const other = Buffer.from(text, 'base64url').toString().replace(beside.picture, beside.trace)
  const forged = `${Buffer.from(other).toString('base64url')}.${mac}`
  expect(await statusOf(`${beside.files}/artifacts/${forged}`)).toBe(404)
  const headers = { 'Content-Type': 'application/json' }
  const out = await own(page, '/api/sign-out', { method: 'POST', headers, body: '{}' })
  expect([out, await statusOf(address)]).toEqual([200, 404])
  await stranger.context().close()
})
