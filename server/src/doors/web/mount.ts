import { hash } from 'node:crypto'
import type { Env, Hono, Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import type { BuiltFiles } from './built-files.ts'
import type { Dashboard } from './dashboard.ts'
import { ASSET_POLICY, pagePolicy } from './policies.ts'
import { isKnown, send, withFiles, words } from './send-files.ts'
import { mountTraceViewer, mountViewerElsewhere } from './trace-viewer.ts'

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

/** Opens the pages of the dashboard, its assets, and the trace viewer. */
export function mountWeb<E extends Env>(
  app: Hono<E>,
  dashboard: Dashboard,
  artifactsOrigin: string | null,
): void {
  const policy = pagePolicy(artifactsOrigin)
  for (const path of PAGES) app.get(path, (c) => page(c, dashboard, policy))
  app.get('/assets/*', (c) => withFiles(c, dashboard, (files) => asset(c, files)))
  if (artifactsOrigin === null) mountTraceViewer(app, dashboard, null)
  else mountViewerElsewhere(app)
}

/** Only programs request these paths, even with a browser's headers, so their answers stay JSON. */
const FOR_PROGRAMS = /^\/(api|auth|mcp|packages|assets|trace)(\/|$)/

/** Answers a browser's request for an unknown address with a page. It must be mounted after all others. */
export function mountNoPage<E extends Env>(
  app: Hono<E>,
  dashboard: Dashboard,
  artifactsOrigin: string | null,
): void {
  app.use('*', async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const wantsPage = (c.req.header('Accept') ?? '').includes('text/html')
    if (!isRead || !wantsPage || FOR_PROGRAMS.test(c.req.path)) return next()
    return page(c, dashboard, pagePolicy(artifactsOrigin), 404)
  })
}

function page(c: HonoContext, dashboard: Dashboard, policy: string, status: 200 | 404 = 200): Response {
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
      'Content-Security-Policy': policy,
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
  return send(c, file, {
    'Cache-Control': `public, max-age=${A_YEAR_S}, immutable`,
    'Content-Security-Policy': ASSET_POLICY,
  })
}
