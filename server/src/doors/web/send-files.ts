import type { Context as HonoContext } from 'hono'
import type { BuiltFile, BuiltFiles } from './built-files.ts'
import type { Dashboard } from './dashboard.ts'
import { PLAIN_POLICY } from './policies.ts'

const BUILD_TAKES_S = 2

/** A built file with its type and its tag. */
export function send(c: HonoContext, file: BuiltFile, more: Record<string, string>): Response {
  const headers = {
    'Content-Type': file.type,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ETag: file.etag,
    ...(file.encoding && { 'Content-Encoding': file.encoding }),
    ...more,
  }
  if (isKnown(c, file.etag)) return new Response(null, { status: 304, headers })
  return new Response(file.bytes, {
    headers: { ...headers, 'Content-Length': String(file.bytes.byteLength) },
  })
}

/** True if the browser already has it. */
export const isKnown = (c: HonoContext, etag: string): boolean =>
  (c.req.header('If-None-Match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Answers from the files of the dashboard, or says why there are none. */
export function withFiles(
  c: HonoContext,
  dashboard: Dashboard,
  answer: (files: BuiltFiles) => Response,
): Response {
  const state = dashboard.state()
  if (state.is === 'ready') return answer(state.files)
  if (state.is === 'building')
    return words(
      c,
      503,
      'The dashboard is being built',
      'This takes a few seconds after the first start. This page reloads by itself.',
      {
        Refresh: String(BUILD_TAKES_S),
        'Retry-After': String(BUILD_TAKES_S),
      },
    )
  if (state.is === 'failed')
    return words(
      c,
      500,
      'The dashboard could not be built',
      "The server's log says why. The API works all the same: see /docs/api.",
    )
  return words(
    c,
    404,
    'This server has no dashboard',
    'Its operator has turned it off (SVC_DASHBOARD). The API works all the same: see /docs/api.',
  )
}

/** A page that contains only text. */
export const words = (
  c: HonoContext,
  status: 404 | 500 | 503,
  title: string,
  text: string,
  headers: Record<string, string> = {},
): Response =>
  c.html(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`,
    status,
    { 'Content-Security-Policy': PLAIN_POLICY, 'Cache-Control': 'no-store', ...headers },
  ) as Response
