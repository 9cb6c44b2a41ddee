import { expect, test } from 'vitest'
import { answerTo } from '../src/trace-worker/answer-to.ts'

const place = { scope: 'https://svc.test/trace/', embeddedBy: '' }

/** The answer of the worker to a request; null if it leaves the request to the browser. */
async function answered(
  path: string,
  mode: string,
  destination: string,
  headers: Record<string, string> = {},
) {
  const request = { url: `https://svc.test${path}`, mode, destination } as Request
  let isAsked = false
  const answer = await answerTo({ request, clientId: 'a', resultingClientId: 'b' }, place, async () => {
    isAsked = true
    return new Response('<h1>of the trace</h1>', { headers: { 'Content-Type': 'text/html', ...headers } })
  })
  return answer ? { isAsked, status: answer.status, headers: answer.headers } : null
}

test('only a frame gets a snapshot, in a sandbox', async () => {
  for (const destination of ['document', 'object', 'embed', 'fencedframe', 'image', 'script', ''])
    for (const mode of ['navigate', 'no-cors', 'cors'])
      expect(await answered('/trace/snapshot/call@1?trace=x', mode, destination)).toMatchObject({
        isAsked: false,
        status: 403,
      })
  const shown = await answered('/trace/snapshot/call@1?trace=x', 'navigate', 'iframe', {
    'Content-Security-Policy': "script-src 'nonce-1'",
  })
  expect(shown?.status).toBe(200)
  const policy = shown?.headers.get('Content-Security-Policy')
  expect(policy).toMatch(
    /^script-src 'nonce-1', sandbox allow-same-origin allow-scripts; form-action 'none';/,
  )
  expect(policy).not.toMatch(/allow-(forms|popups|top-navigation|modals|downloads)/)
})

test('an opened file of a trace is a download without a type, and never a script', async () => {
  const opened = await answered('/trace/file/a.html', 'navigate', 'document')
  expect(Object.fromEntries(opened?.headers ?? [])).toMatchObject({
    'content-disposition': 'attachment',
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const named = { 'Content-Disposition': 'attachment; filename="a.txt"' }
  const kept = await answered('/trace/file/a.txt', 'navigate', 'document', named)
  expect(kept?.headers.get('Content-Disposition')).toBe(named['Content-Disposition'])
  const inline = await answered('/trace/file/a.html', 'navigate', 'iframe', {
    'Content-Disposition': 'inline',
  })
  expect(inline?.headers.get('Content-Disposition')).toBe('attachment')
  for (const destination of ['script', 'worker', 'sharedworker', 'serviceworker', 'xslt'])
    expect((await answered('/trace/file/a.js', 'no-cors', destination))?.status).toBe(403)
})

test('the pages of the viewer come from the server, whatever their address looks like', async () => {
  for (const path of [
    '/trace/index.html',
    '/trace/',
    '/trace/contexts',
    '/trace/%73napshot/a',
    '/trace//snapshot/a',
  ])
    expect(await answered(path, 'navigate', 'document')).toBe(null)
  expect((await answered('/trace/contexts?trace=x', 'cors', ''))?.isAsked).toBe(true)
})
