import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { NO_LIMITS, type RealServer, startServer } from '../../../scripts/testing/server.ts'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from './cookie-of.ts'
import { CALL, evilTrace } from './evil-trace.ts'
import { attach, upload } from './send.ts'

let server: RealServer
let elsewhere: Server
/** What the other site has received, by path. */
const received: string[] = []
let cookie: { name: string; value: string }
let proposal = ''
let execution = ''
let trace = ''
let elsewhereUrl = ''

test.describe.configure({ mode: 'serial' })

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
  await attach(to, uploaded, [evilTrace(markupOf(proposal))])
  trace = await traceOf(execution)
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
            attachments: [{ name: 'trace', contentType: 'application/zip' }],
          },
        },
      ],
    },
  ],
}

const markupOf = (id: string) => `
<form method=post enctype=text/plain action=/api/proposals/${id}/accept><button>Accept</button></form>
<form method=post enctype=text/plain action=/api/sign-out><button>Leave</button></form>
<form method=post action=${elsewhereUrl}/password><input name=password value=typed><button>Log in</button></form>
<form method=get action=${elsewhereUrl}/get target=_top><button>Search</button></form>`

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

async function traceOf(id: string): Promise<string> {
  const { results } = await server.get<{
    results: { attempts: { attachments?: { id: string }[] }[] }[]
  }>(`/api/executions/${id}?status=failed`)
  return results[0]?.attempts[0]?.attachments?.[0]?.id ?? ''
}

const stateOf = async (id: string) => (await server.get<{ state: string }>(`/api/proposals/${id}`)).state
const snapshot = () => `${server.url}/trace/snapshot/${CALL}?trace=/api/artifacts/${trace}&phase=before`
const signIn = (context: BrowserContext) =>
  context.addCookies([{ ...cookie, url: server.url, httpOnly: true }])

/** A person who has opened a trace before has the viewer's worker. */
async function openTrace(page: Page): Promise<void> {
  await signIn(page.context())
  await page.goto(`${server.url}/executions/${execution}/traces/${trace}`)
  await expect(page.frameLocator('iframe[title="Trace viewer"]').getByText('Click').first()).toBeVisible()
}

test('a snapshot opened by itself shows nothing of the trace', async ({ page }) => {
  await openTrace(page)
  await page.goto(snapshot())
  const shown = await page.locator('body').innerText()
  for (const name of ['Accept', 'Leave', 'Log in']) {
    const button = page.getByRole('button', { name })
    if ((await button.count()) === 0) continue
    const answered = page.waitForResponse(({ request }) => request().method() === 'POST').catch(() => null)
    await button.click()
    console.log(name, (await answered)?.status(), await page.innerText('body'))
    await page.goto(snapshot())
  }
  console.log(shown, await stateOf(proposal), received)
})
