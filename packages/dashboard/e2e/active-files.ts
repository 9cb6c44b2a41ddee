import type { RealServer } from '@svc/test-kit/server'
import { failed } from '../../../server/src/testing/upload.ts'
import { attach, upload } from './send.ts'
import { zipOf } from './zip.ts'

const SCRIPT = "document.title='owned'"
const HTML = `<!doctype html><title>mine</title><script>${SCRIPT}</script><form method=post action=/api/sign-out><button>Leave</button></form>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script><a href="/api/sign-out"><text y="20">Leave</text></a></svg>`
const XML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script><button>Leave</button></html>`

const MHTML = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x; type="text/html"\r\n\r\n--x\r\nContent-Type: text/html\r\nContent-Location: http://a.example/\r\n\r\n${HTML}\r\n--x--`
const STYLED = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "/api/whoami"><!ATTLIST xsl:stylesheet id ID #REQUIRED>]><x>&b;&c;<xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><title>mine</title><script>${SCRIPT}</script><button>Leave</button></html></xsl:template></xsl:stylesheet></x>`
/** As Playwright's HTML report, with what a hostile archive adds. */
const REPORT = zipOf({
  'index.html': HTML,
  '../../index.html': HTML,
  'data/inner.zip': 'PK\u0003\u0004',
})

/** A type that a browser may believe, what a test attached, and its name. */
type ActiveFile = [contentType: string, content: string | Uint8Array, name?: string]

/** What a test attached. */
export const FILES: ActiveFile[] = [
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
  ['application/xml', STYLED],
  ['application/xslt+xml', STYLED, 'page.xsl'],
  ['multipart/related; boundary=x', MHTML, 'page.mhtml'],
  ['application/x-mimearchive', MHTML, 'page.mht'],
  ['application/x-webarchive', `bplist00${HTML}`, 'page.webarchive'],
  ['application/hta', HTML, 'page.hta'],
  ['text/html', HTML, 'page.shtml'],
  ['application/xhtml+xml', XML, 'page.xht'],
  ['text/javascript', `export default ${SCRIPT}`, 'page.mjs'],
  ['text/css', `@import "/api/whoami"; body { background: url(/api/whoami) }`, 'page.css'],
  ['application/wasm', '\0asm\u0001\0\0\0', 'page.wasm'],
  ['application/zip', REPORT, 'playwright-report.zip'],
  ['image/gif', `GIF89a=1;${SCRIPT}//<html>${HTML}`, 'page.gif'],
  ['image/jpeg', `\u00ff\u00d8${HTML}`, 'page.html'],
  ['application/pdf', `%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n${HTML}`, 'page.pdf.html'],
  ['text/plain', `\ufeff${HTML}`, 'page.html'],
  [
    'text/plain',
    `+ADw-script+AD4-${SCRIPT}+ADw-/script+AD4-`,
    'a\r\nContent-Type: text/html\r\n\r\n<script>',
  ],
  ['text/html', HTML, 'a"; filename="page.html'],
  ['text/html', HTML, '../../../\u202elmth.page'],
  ['image/png', HTML, `report.png${'\u3164'.repeat(90)}.html`],
]

/** Uploads them all with one failed test; returns their ids and types, as the server tells them. */
export async function uploadFiles(server: RealServer): Promise<{ id: string; contentType: string }[]> {
  const to = { ...server, now: Date.now() }
  const attachments = FILES.map(([contentType, , name], i) => ({ name: name ?? `file ${i}`, contentType }))
  const detail = { errors: [{ message: 'The card was refused' }], attachments }
  const attempts = [{ status: 'failed' as const, durationMs: 10, detail }]
  const uploaded = await upload(to, { build: 'files', results: [{ ...failed('pays'), attempts }] }, true)
  await attach(
    to,
    uploaded,
    FILES.map(([type, content]) =>
      typeof content === 'string' ? new TextEncoder().encode(`${content}<!-- ${type} -->`) : content,
    ),
  )
  const { results } = await server.get<{
    results: { attempts: { attachments?: { id: string; contentType: string }[] }[] }[]
  }>(`/api/executions/${uploaded.execution}?status=failed`)
  return results[0]?.attempts[0]?.attachments ?? []
}
