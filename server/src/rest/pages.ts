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
  // What follows # in the address stays in the browser: whoever opens the link puts it into the command.
  app.get('/welcome', (c) =>
    c.html(page('Set a password', tell(`${baseUrl}/auth/password`, SET_PASSWORD), WITH_TOKEN), 200, HEADERS),
  )
  app.get('/join', (c) =>
    c.html(page('Join an organization', tell(`${baseUrl}/auth/join`, JOIN), WITH_TOKEN), 200, HEADERS),
  )
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const ask = (address: string) => `curl -H "Authorization: Bearer $SVC_API_KEY" \\\n  ${address}`

const WITH_TOKEN = "Replace TOKEN with the text after # in this page's address, and send:"
const SET_PASSWORD = { token: 'TOKEN', password: 'at least 10 characters' }
const JOIN = { token: 'TOKEN', email: 'you@example.com', password: 'at least 10 characters' }

const tell = (address: string, body: object) =>
  `curl -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}' \\\n  ${address}`

const WITH_KEY = 'This server has an API. With a key of your organization, send:'

const page = (title: string, command: string, lead = WITH_KEY) => html`<!doctype html>
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
<p>${lead}</p>
<pre><code>${command}</code></pre>
</html>
`
