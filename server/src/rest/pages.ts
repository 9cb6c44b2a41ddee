import type { Hono } from 'hono'
import { html } from 'hono/html'
import { isUuid } from '../kernel/id.ts'
import type { RestEnv } from './env.ts'

/** What a person who follows a link finds: how to read the execution, since this server has no screens. */
export function mountPages(app: Hono<RestEnv>, baseUrl: string): void {
  app.get('/', (c) => c.html(page('svc', ask(`${baseUrl}/api/executions`)), 200, HEADERS))
  app.get('/executions/:id', (c) => {
    const id = c.req.param('id')
    if (!isUuid(id)) return c.notFound()
    return c.html(page('Execution', ask(`${baseUrl}/api/executions/${id}`)), 200, HEADERS)
  })
}

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
}

const ask = (address: string) => `curl -H "Authorization: Bearer $SVC_API_KEY" \\\n  ${address}`

const page = (title: string, command: string) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
  pre { overflow-x: auto; padding: 1rem; border: 1px solid; border-radius: .4rem }
</style>
<h1>${title}</h1>
<p>This server answers over its API. With a key of your organization, ask:</p>
<pre><code>${command}</code></pre>
</html>
`
