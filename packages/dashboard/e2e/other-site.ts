import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@svc/test-kit/free-port'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from './cookie-of.ts'
import { evilTrace } from './evil-trace.ts'
import { attach, post, upload } from './send.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A server with an origin of artifacts, and a site of somebody else, which is also below the server's own domain. */
export interface Beside {
  server: RealServer
  main: string
  files: string
  /** Origins of the other site: one of the same domain, one of another. */
  sites: string[]
  /** The cookie of the admin's session. */
  cookie: { name: string; value: string }
  picture: string
  trace: string
  /** Requests that the other site has received. */
  received: string[]
  stateOfProposal(): Promise<string>
  stop(): Promise<void>
}

/** Starts both, with a run that attached a trace and a picture, and a proposal to accept. */
export async function startBeside(): Promise<Beside> {
  const port = await freePort()
  const [main, files] = ['svc', 'files'].map((name) => `http://${name}.shop.localhost:${port}`) as [
    string,
    string,
  ]
  const env = { ...NO_LIMITS, SVC_DASHBOARD: '1', SVC_BASE_URL: main, SVC_ARTIFACTS_ORIGIN: files }
  const server = await startServer({ port, env })
  const to = { ...server, now: Date.now() }
  const attachments = [
    { name: 'trace', contentType: 'application/zip' },
    { name: 'screenshot', contentType: 'image/png' },
  ]
  const detail = { errors: [{ message: 'The card was refused' }], attachments }
  const attempts = [{ status: 'failed' as const, durationMs: 10, detail }]
  const uploaded = await upload(to, { build: 'evil', results: [{ ...failed('pays'), attempts }] }, true)
  await attach(to, uploaded, [evilTrace('<p>Of the trace</p>'), Buffer.from(PNG, 'base64')])
  const { results } = await server.get<{ results: { attempts: { attachments: { id: string }[] }[] }[] }>(
    `/api/executions/${uploaded.execution}?status=failed`,
  )
  const [trace, picture] = (results[0]?.attempts[0]?.attachments ?? []).map(({ id }) => id)
  const proposal = (await post(to, '/api/proposals', {
    project: 'shop',
    document: 'docs/rules.md',
    content: '# Rules\n\n- Always pay twice.\n',
    evidence: 'a run',
    reasoning: 'It is so.',
  })) as { id: string }
  const cookie = await cookieOf(server.url, server.welcomeUrl)
  const received: string[] = []
  const site = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.setHeader('Content-Type', 'text/html')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://other')
    const to = searchParams.get('to') ?? ''
    const page = PAGES[pathname]?.(to)
    response.end(
      page ??
        (pathname === '/attack'
          ? attack({ main, files, trace: trace ?? '', picture: picture ?? '', proposal: proposal.id })
          : 'other'),
    )
  })
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  const sitePort = (site.address() as AddressInfo).port
  return {
    ...{ server, main, files, cookie, received, picture: picture ?? '', trace: trace ?? '' },
    sites: ['evil.shop.localhost', 'evil.localhost'].map((name) => `http://${name}:${sitePort}`),
    stateOfProposal: async () => (await server.get<{ state: string }>(`/api/proposals/${proposal.id}`)).state,
    async stop() {
      site.close()
      await server.stop()
    },
  }
}

/** Pages that lead elsewhere, as nobody or as a click does it. */
const PAGES: Record<string, (to: string) => string> = {
  '/script': (to) => `<script>location.replace('${to}')</script>`,
  '/refresh': (to) => `<meta http-equiv=refresh content="0;url=${to}">`,
  '/form': (to) => `<form action="${to}"></form><script>document.forms[0].submit()</script>`,
  '/anchor': (to) => `<a href="${to}" target=_self></a><script>document.querySelector('a').click()</script>`,
  '/prefetch': (to) =>
    `<script type=speculationrules>{"prefetch":[{"urls":["${to}"],"eagerness":"immediate"}],"prerender":[{"urls":["${to}"],"eagerness":"immediate"}]}</script>`,
  '/link': (to) => `<a href="${to}">Open</a>`,
}

/** What the page of the other site reports about each thing that it tried. */
export type Outcome = Record<string, string>

/** Everything that a page can do to another origin without a click. It sets `window.outcome` when all has ended. */
const attack = (of: {
  main: string
  files: string
  trace: string
  picture: string
  proposal: string
}) => `<!doctype html>
<title>attack</title>
<script>
const { main, files, trace, picture, proposal } = ${JSON.stringify(of)}
const outcome = {}
const doing = []
const tried = (name, work) => doing.push(Promise.resolve().then(work).then(
  (value) => { outcome[name] = String(value) }, (error) => { outcome[name] = 'error ' + error.name }))
const loads = (tag, attributes) => new Promise((done) => {
  const element = document.createElement(tag)
  for (const event of ['load', 'loadeddata']) element.addEventListener(event, () => done('load'))
  element.addEventListener('error', () => done('error'))
  Object.assign(element, attributes)
  document.body.append(element)
})
const accept = main + '/api/proposals/' + proposal + '/accept'
const shown = main + '/api/artifacts/' + picture
const withCookie = { credentials: 'include' }
function begin() {
  for (const [tag, attribute] of [['img', 'src'], ['script', 'src'], ['video', 'src'], ['audio', 'src']])
    tried('artifact as ' + tag, () => loads(tag, { [attribute]: shown }))
  tried('artifact as style', () => loads('link', { rel: 'stylesheet', href: shown }))
  tried('artifact read', () => fetch(shown, withCookie).then((answer) => answer.status))
  tried('answer read', () => fetch(main + '/api/whoami', withCookie).then((answer) => answer.text()))
  for (const path of ['/api/events', '/api/bus/stream'])
    tried('stream ' + path, () => new Promise((done) => {
      const source = new EventSource(main + path, { withCredentials: true })
      source.onopen = () => done('open')
      source.onerror = () => { source.close(); done('error') }
    }))
  for (const type of ['text/plain', 'text/plain; application/json', 'application/x-www-form-urlencoded'])
    for (const url of [accept, main + '/api/sign-out', main + '/auth/sign-in'])
      tried(type + ' to ' + url, () => fetch(url, { ...withCookie, method: 'POST', mode: 'no-cors',
        headers: { 'Content-Type': type }, body: '{}' }).then((answer) => answer.type))
  tried('form data', () => fetch(accept, { ...withCookie, method: 'POST', mode: 'no-cors', body: new FormData() }).then(() => 'sent'))
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    tried(method + ' as JSON', () => fetch(accept, { ...withCookie, method, body: '{}',
      headers: { 'Content-Type': 'application/json' } }).then(() => 'sent'))
  tried('a method in a header', () => fetch(main + '/api/sessions', { ...withCookie, method: 'POST',
    headers: { 'X-HTTP-Method-Override': 'DELETE' } }).then(() => 'sent'))
  for (const type of ['text/plain', 'application/json'])
    tried('beacon ' + type, () => { navigator.sendBeacon(main + '/api/sign-out', new Blob(['{}'], { type })); return 'queued' })
  for (const encoding of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'])
    for (const url of [accept, main + '/api/sign-out'])
      tried('form ' + encoding + ' to ' + url, () => new Promise((done) => {
        const frame = document.createElement('iframe')
        frame.name = 'frame' + Math.random()
        const form = Object.assign(document.createElement('form'), { method: 'post', action: url, enctype: encoding, target: frame.name })
        form.append(Object.assign(document.createElement('input'), { name: '{"a":"', value: '"}' }))
        document.body.append(frame, form)
        frame.onload = () => { if (form.sent) done('answered') }
        form.sent = true
        form.submit()
      }))
  for (const [name, url] of [['page', main + '/'], ['artifact', shown],
    ['viewer', files + '/trace/index.html?trace=' + encodeURIComponent(main + '/api/artifacts/' + trace)]])
    for (const tag of ['iframe', 'object', 'embed'])
      tried(name + ' in ' + tag, () => Promise.race([loads(tag, { src: url, data: url }), new Promise((done) => setTimeout(done, 3000, 'nothing'))]))
  tried('worker of the server', () => navigator.serviceWorker.register(files + '/trace/sw.bundle.js').then(() => 'registered'))
  Promise.all(doing).then(() => { window.outcome = outcome })
}
addEventListener('load', begin)
</script><body></body>`
