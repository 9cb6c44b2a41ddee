import { expect, test } from '@playwright/test'
import { NO_LIMITS, startServer } from '../../../scripts/testing/server.ts'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from './cookie-of.ts'
import { attach, upload } from './send.ts'

const SCRIPT = "document.title='owned'"
const HTML = `<!doctype html><title>mine</title><script>${SCRIPT}</script><form method=post action=/api/sign-out><button>Leave</button></form>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script><a href="/api/sign-out"><text y="20">Leave</text></a></svg>`
const XML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script><button>Leave</button></html>`

/** What a test attached, with a type that a browser may believe. */
const FILES: [string, string][] = [
  ['text/html', HTML],
  ['TEXT/HTML; charset=utf-7', HTML],
  ['text/html\u00a0', HTML],
  ['image/svg+xml', SVG],
  ['image/svg+xml; charset=utf-8', SVG],
  ['application/xhtml+xml', XML],
  ['text/xml', XML],
  ['application/pdf', '%PDF-1.4\n<script>1</script>'],
  ['application/zip', 'PK\u0003\u0004'],
  ['text/plain', HTML],
  ['text/plain; charset=text/html', HTML],
  ['image/png', HTML],
  ['image/png, text/html', HTML],
  ['video/webm', HTML],
  ['multipart/x-mixed-replace; boundary=x', `--x\r\nContent-Type: text/html\r\n\r\n${HTML}\r\n--x--`],
  ['message/rfc822', `Content-Type: text/html\r\n\r\n${HTML}`],
  ['nonsense', HTML],
]

test('no uploaded file becomes an active page, whatever its type says', async ({ page }) => {
  const server = await startServer({ env: { ...NO_LIMITS, SVC_DASHBOARD: '1' } })
  try {
    const to = { ...server, now: Date.now() }
    const attachments = FILES.map(([contentType], i) => ({ name: `file ${i}`, contentType }))
    const detail = { errors: [{ message: 'The card was refused' }], attachments }
    const attempts = [{ status: 'failed' as const, durationMs: 10, detail }]
    const uploaded = await upload(to, { build: 'files', results: [{ ...failed('pays'), attempts }] }, true)
    await attach(
      to,
      uploaded,
      FILES.map(([type, text]) => new TextEncoder().encode(`${text}<!-- ${type} -->`)),
    )
    const cookie = await cookieOf(server.url, server.welcomeUrl)
    await page.context().addCookies([{ ...cookie, url: server.url, httpOnly: true }])
    const { results } = await server.get<{
      results: { attempts: { attachments?: { id: string; contentType: string }[] }[] }[]
    }>(`/api/executions/${uploaded.execution}?status=failed`)
    const sent = results[0]?.attempts[0]?.attachments ?? []
    expect(sent.length).toBe(FILES.length)
    for (const { id, contentType } of sent) {
      const downloads: string[] = []
      const tab = await page.context().newPage()
      tab.on('download', (download) => downloads.push(download.suggestedFilename()))
      await tab.goto(`${server.url}/sign-in`)
      const answer = await tab.goto(`${server.url}/api/artifacts/${id}`).catch(() => null)
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
      }
      await tab.close()
    }
  } finally {
    await server.stop()
  }
})
