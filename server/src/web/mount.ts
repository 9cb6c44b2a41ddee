import { hash } from 'node:crypto'
import type { Env, Hono, Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import type { BuiltFile, BuiltFiles } from './built-files.ts'
import type { Dashboard } from './dashboard.ts'
import { PAGE_POLICY, PLAIN_POLICY, TRACE_POLICY } from './policies.ts'

/** The addresses of pages; the browser decides what each shows. */
export const PAGES = [
  '/',
  '/executions/:id',
  '/executions/:id/traces/:artifact',
  '/compare',
  '/o/*',
  '/me',
  '/sign-in',
  '/welcome',
  '/join',
]
const THEMES = new Set(['light', 'dark'])
const A_YEAR_S = 31_536_000
const BUILD_TAKES_S = 2

/** Opens the pages of the dashboard, its assets, and the trace viewer. */
export function mountWeb<E extends Env>(app: Hono<E>, dashboard: Dashboard): void {
  for (const path of PAGES) app.get(path, (c) => page(c, dashboard))
  app.get('/assets/*', (c) => withFiles(c, dashboard, (files) => asset(c, files)))
  app.get('/trace/*', (c) => withFiles(c, dashboard, (files) => traceFile(c, files)))
}

/** Only programs request these paths, even with a browser's headers, so their answers stay JSON. */
const FOR_PROGRAMS = /^\/(api|auth|mcp|packages|assets|trace)(\/|$)/

/** Answers a browser's request for an unknown address with a page. It must be mounted after all others. */
export function mountNoPage<E extends Env>(app: Hono<E>, dashboard: Dashboard): void {
  app.use('*', async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const wantsPage = (c.req.header('Accept') ?? '').includes('text/html')
    if (!isRead || !wantsPage || FOR_PROGRAMS.test(c.req.path)) return next()
    return page(c, dashboard, 404)
  })
}

function page(c: HonoContext, dashboard: Dashboard, status: 200 | 404 = 200): Response {
  return withFiles(c, dashboard, (files) => {
    const file = files.find('index.html', '')
    if (file === null) return words(c, 500, 'The dashboard is not whole', 'Build it again.')
    const theme = getCookie(c, 'svc_theme') ?? ''
    const html = new TextDecoder().decode(file.bytes)
    // The server sets the theme, because the policy allows no script before the first paint.
    const shown = THEMES.has(theme) ? html.replace('<html', `<html data-theme="${theme}"`) : html
    const etag = `"${hash('sha256', shown).slice(0, 32)}"`
    const headers = {
      'Content-Type': file.type,
      'Content-Security-Policy': PAGE_POLICY,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
      Vary: 'Cookie',
      ETag: etag,
    }
    if (status === 200 && isKnown(c, etag)) return new Response(null, { status: 304, headers })
    return new Response(shown, { status, headers })
  })
}

/** Names contain a hash of the content, so that a file never changes; a missing one is from another build. */
function asset(c: HonoContext, files: BuiltFiles): Response {
  const file = files.find(c.req.path.slice(1), c.req.header('Accept-Encoding') ?? '')
  if (file === null) return c.notFound() as Response
  return send(c, file, { 'Cache-Control': `public, max-age=${A_YEAR_S}, immutable` })
}

/** Nothing else may be below this path, because the viewer's worker answers every request there. */
function traceFile(c: HonoContext, files: BuiltFiles): Response {
  const path = c.req.path.slice(1)
  const file = files.find(path, c.req.header('Accept-Encoding') ?? '')
  if (file === null) return c.notFound() as Response
  const isHashed = path.startsWith('trace/assets/')
  return send(c, file, {
    'Cache-Control': isHashed ? `public, max-age=${A_YEAR_S}, immutable` : 'no-cache',
    'Content-Security-Policy': TRACE_POLICY,
    'Referrer-Policy': 'same-origin',
  })
}

function send(c: HonoContext, file: BuiltFile, more: Record<string, string>): Response {
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
const isKnown = (c: HonoContext, etag: string): boolean =>
  (c.req.header('If-None-Match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

function withFiles(c: HonoContext, dashboard: Dashboard, answer: (files: BuiltFiles) => Response): Response {
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

const words = (
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
