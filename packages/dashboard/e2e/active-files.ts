import type { RealServer } from '@svc/test-kit/server'
import { failed } from '../../../server/src/testing/upload.ts'
import { attach, upload } from './send.ts'

const SCRIPT = "document.title='owned'"
const HTML = `<!doctype html><title>mine</title><script>${SCRIPT}</script><form method=post action=/api/sign-out><button>Leave</button></form>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script><a href="/api/sign-out"><text y="20">Leave</text></a></svg>`
const XML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script><button>Leave</button></html>`

/** What a test attached, with a type that a browser may believe. */
export const FILES: [string, string][] = [
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

/** Uploads them all with one failed test; returns their ids and types, as the server tells them. */
export async function uploadFiles(server: RealServer): Promise<{ id: string; contentType: string }[]> {
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
  const { results } = await server.get<{
    results: { attempts: { attachments?: { id: string; contentType: string }[] }[] }[]
  }>(`/api/executions/${uploaded.execution}?status=failed`)
  return results[0]?.attempts[0]?.attachments ?? []
}
