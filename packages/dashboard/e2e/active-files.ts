import { freePort } from '@svc/test-kit/free-port'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from './cookie-of.ts'
import { evilTrace } from './evil-trace.ts'
import { attach, upload } from './send.ts'

/** Marks every place where it runs; with the origin of the server, it also signs the visitor out. */
const SCRIPT = `self.owned=1;try{document.title='owned'}catch{};try{top.owned=1}catch{};fetch('/api/sign-out',{method:'POST',headers:{'Content-Type':'application/json'},body:'{}'});self.document||self.postMessage?.(1)`
const HTML = `<!doctype html><title>mine</title><script>${SCRIPT}</script><body onload="${SCRIPT}"><form method=post action=/api/sign-out><button>Leave</button></form>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script><a href="/api/sign-out"><text y="20">Leave</text></a></svg>`
const FOREIGN = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><foreignObject width="90" height="90"><body xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script><form method="post" action="/api/sign-out"><button>Leave</button></form></body></foreignObject></svg>`
const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script><button>Leave</button></html>`
const TRANSFORM = `<xsl:template match="/"><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html></xsl:template>`
/** A document that is also its own style sheet. */
const XSLT = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${TRANSFORM}</xsl:stylesheet>`
const MATHML = `<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:${SCRIPT}"><mtext>Leave</mtext><script xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</script></math>`
const PDF = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1);this.submitForm('/api/sign-out'))>>>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]/AA<</O<</S/URI/URI(javascript:${SCRIPT})>>>>>>endobj\ntrailer<</Root 1 0 R>>\n`
const MULTIPART = `--x\r\nContent-Type: text/html\r\n\r\n${HTML}\r\n--x--`
const MHTML = `MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="x"\r\n\r\n${MULTIPART}`
const WORKER = `${SCRIPT};self.addEventListener('fetch',(event)=>event.respondWith(new Response('owned')))`
const CSS = ':root{--owned:1}body{background:url(/api/sign-out)}'
const WASM = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
/** Script as UTF-7, which some browsers once guessed. */
const UTF7 = `+ADw-script+AD4-${SCRIPT}+ADw-/script+AD4-`

/** What a test attached, with a type that a browser may believe. A file without a name has its type as its name. */
const FILES: [contentType: string, content: string | Uint8Array, name?: string][] = [
  ['text/html', HTML, 'report.html'],
  ['TEXT/HTML; charset=utf-7', UTF7],
  ['text/html\u00a0', HTML],
  ['text/html,image/png', HTML],
  ['application/xhtml+xml', XHTML, 'page.xhtml'],
  ['application/vnd.wap.xhtml+xml', XHTML],
  ['image/svg+xml', SVG, 'logo.svg'],
  ['image/svg+xml; charset=utf-8', FOREIGN, 'chart.svg'],
  ['IMAGE/SVG+XML', SVG],
  ['image/svg', SVG],
  ['text/xml', XHTML],
  ['application/xml', XSLT],
  ['application/xslt+xml', XSLT],
  ['application/rss+xml', XHTML],
  ['application/mathml+xml', MATHML],
  ['application/vnd.mozilla.xul+xml', XHTML],
  ['application/pdf', PDF, 'report.pdf'],
  ['application/pdf', `${PDF}${HTML}`],
  ['application/zip', 'PK\u0003\u0004', 'site.zip'],
  ['application/zip', evilTrace(HTML), 'trace'],
  ['application/x-jar', evilTrace(HTML), 'page.jar'],
  ['multipart/related; boundary=x; type="text/html"', MHTML, 'page.mhtml'],
  ['message/rfc822', MHTML, 'page.mht'],
  ['multipart/x-mixed-replace; boundary=x', MULTIPART],
  ['text/javascript', WORKER, 'sw.js'],
  ['application/javascript', `${SCRIPT};export default 1`],
  ['text/css', CSS],
  ['application/wasm', WASM],
  ['application/json', JSON.stringify({ html: HTML })],
  ['application/manifest+json', JSON.stringify({ start_url: '/', name: HTML })],
  ['text/cache-manifest', 'CACHE MANIFEST\nFALLBACK:\n/ /api/sign-out\n'],
  ['text/x-component', `<public:component><script>${SCRIPT}</script></public:component>`, 'behaviour.htc'],
  ['application/hta', HTML, 'report.hta'],
  ['text/event-stream', `data: ${HTML}\n\n`],
  ['application/signed-exchange;v=b3', HTML],
  ['application/http-index-format', `300: file:///\n200: filename\n201: "${HTML}"\n`],
  ['application/x-shockwave-flash', HTML],
  ['font/woff2', 'wOF2', 'brand.woff2'],
  ['text/vtt', `WEBVTT\n\n00:00.000 --> 00:09.000\n<c onclick="${SCRIPT}">${HTML}`],
  ['text/plain', HTML],
  ['text/plain; charset=text/html', `\ufeff${HTML}`],
  ['text/plain', UTF7, 'notes.txt'],
  ['image/png', HTML],
  ['image/png, text/html', HTML],
  ['image/gif', `GIF89a=1;${SCRIPT}`, 'dot.gif'],
  ['image/webp', SVG],
  ['video/webm', HTML],
  ['audio/ogg', HTML],
  ['nonsense', HTML],
  ['constructor', HTML, 'of an object'],
  // Names that a header, a disk or a reader could take for another.
  ['application/octet-stream', HTML, 'a\r\nContent-Type: text/html\r\n\r\n<script>'],
  ['application/octet-stream', HTML, 'a"; filename="b.html'],
  ['application/octet-stream', HTML, '../../.bashrc'],
  ['application/octet-stream', HTML, 'C:\\Windows\\evil.exe'],
  ['application/octet-stream', HTML, 'photo\u202egpj.exe'],
  ['application/octet-stream', HTML, '.'],
  ['text/plain', HTML, '<img src=x onerror="self.owned=1">.txt'],
  ['image/png', HTML, 'javascript:self.owned=1'],
]

export interface ActiveFile {
  id: string
  name: string
  contentType: string
  /** True if a browser may show it in its window. */
  isShown: boolean
}

const SHOWN = /^(text\/plain|image\/(png|gif|webp)|video\/webm)(;|$)/

/** A server that has them all, attached to one failed test. */
export interface FilesWorld {
  server: RealServer
  main: string
  /** The origin of artifacts; null if the server has none. */
  origin: string | null
  /** The cookie of the admin's session. */
  cookie: { name: string; value: string }
  execution: string
  files: ActiveFile[]
  addressOf(file: ActiveFile): string
  /** The address on the origin of artifacts. */
  signedAddressOf(file: ActiveFile): Promise<string>
  /** True unless something has signed the admin out. */
  isSignedIn(): Promise<boolean>
}

/** Starts it, with an origin of artifacts if `isApart`. */
export async function startFiles(isApart: boolean, more: NodeJS.ProcessEnv = {}): Promise<FilesWorld> {
  const port = isApart ? await freePort() : 0
  const [main, origin] = ['svc', 'files'].map((name) => `http://${name}.shop.localhost:${port}`)
  const env = { ...NO_LIMITS, SVC_DASHBOARD: '1', ...more }
  const server = await startServer({
    port,
    env: isApart ? { ...env, SVC_BASE_URL: main, SVC_ARTIFACTS_ORIGIN: origin } : env,
  })
  const cookie = await cookieOf(server.url, server.welcomeUrl)
  const Cookie = `${cookie.name}=${cookie.value}`
  const own = isApart && main ? main : server.url
  return {
    ...{ server, cookie, main: own, origin: isApart && origin ? origin : null },
    ...(await uploadFiles(server)),
    addressOf: ({ id }) => `${own}/api/artifacts/${id}`,
    async signedAddressOf({ id }) {
      const headers = { Cookie, 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' }
      const answer = await fetch(`${server.url}/api/artifacts/${id}`, { headers, redirect: 'manual' })
      return answer.headers.get('Location') ?? ''
    },
    isSignedIn: async () => (await fetch(`${server.url}/api/whoami`, { headers: { Cookie } })).ok,
  }
}

async function uploadFiles(server: RealServer): Promise<{ execution: string; files: ActiveFile[] }> {
  const to = { ...server, now: Date.now() }
  const attachments = FILES.map(([contentType, , name = contentType]) => ({ name, contentType }))
  const detail = { errors: [{ message: 'The card was refused' }], attachments }
  const attempts = [{ status: 'failed' as const, durationMs: 10, detail }]
  const uploaded = await upload(to, { build: 'files', results: [{ ...failed('pays'), attempts }] }, true)
  // Each has its own bytes, because the server stores equal ones once.
  const bytes = FILES.map(([, content], i) =>
    typeof content === 'string' ? new TextEncoder().encode(`${content}${'\n'.repeat(i)}`) : content,
  )
  await attach(to, uploaded, bytes)
  const { execution } = uploaded
  const { results } = await server.get<{
    results: { attempts: { attachments?: Omit<ActiveFile, 'isShown'>[] }[] }[]
  }>(`/api/executions/${execution}?status=failed`)
  const stored = results[0]?.attempts[0]?.attachments ?? []
  if (stored.length !== FILES.length) throw new Error(`${stored.length} files instead of ${FILES.length}`)
  return { execution, files: stored.map((file) => ({ ...file, isShown: SHOWN.test(file.contentType) })) }
}

/** A file name that neither a disk nor a reader takes for another. */
export const SAFE_NAME = /^(?!\.)[^\p{Cc}\p{Cf}/\\:*?"<>|]{1,160}$/u

/**
 * Embeds each address in every way that a page has, and waits for those that say that they have ended. It runs in the
 * browser, and returns what gave the address a power: a script, a style or a worker.
 */
export async function embed(addresses: string[]): Promise<string[]> {
  const active: string[] = []
  const ended: Promise<unknown>[] = []
  const place = document.body.appendChild(document.createElement('div'))
  const add = (tag: string, attributes: Record<string, string>, says: 'ends' | 'nothing' = 'ends') => {
    const element = document.createElement(tag)
    if (says === 'ends')
      ended.push(
        new Promise((done) => {
          for (const type of ['load', 'loadeddata', 'error', 'abort']) element.addEventListener(type, done)
        }),
      )
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    place.append(element)
    return element
  }
  const works = (what: string, address: string, doing: () => Promise<unknown>) =>
    ended.push(
      Promise.resolve()
        .then(doing)
        .then(
          () => active.push(`${what} of ${address}`),
          () => undefined,
        ),
    )
  const starts = (worker: Worker) =>
    new Promise((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = reject
    })
  for (const address of addresses) {
    add('img', { src: address })
    add('script', { src: address })
    add('script', { src: address, type: 'module' })
    add('link', { rel: 'stylesheet', href: address })
    add('video', { src: address })
    add('audio', { src: address })
    add('input', { type: 'image', src: address })
    for (const rel of ['manifest', 'icon', 'prefetch', 'prerender', 'modulepreload'])
      add('link', { rel, href: address }, 'nothing')
    add('iframe', { src: address }, 'nothing')
    add('object', { data: address }, 'nothing')
    add('object', { data: address, type: 'image/svg+xml' }, 'nothing')
    add('embed', { src: address, type: 'text/html' }, 'nothing')
    const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    for (const name of ['use', 'image'])
      drawn
        .appendChild(document.createElementNS('http://www.w3.org/2000/svg', name))
        .setAttribute('href', `${address}#a`)
    place.append(drawn)
    add('style', {}, 'nothing').textContent =
      `@import "${address}"; @font-face{font-family:f;src:url("${address}")} div{font-family:f;mask:url("${address}#m")}`
    const captions = document.createElement('track')
    captions.default = true
    captions.src = address
    add('video', {}, 'nothing').append(captions)
    works('service worker', address, () => navigator.serviceWorker.register(address))
    works('worker', address, () => starts(new Worker(address)))
    works('module worker', address, () => starts(new Worker(address, { type: 'module' })))
  }
  await Promise.all(ended)
  if (getComputedStyle(document.documentElement).getPropertyValue('--owned')) active.push('a style')
  for (const { scope } of await navigator.serviceWorker.getRegistrations())
    if (!scope.includes('/trace/')) active.push(`a service worker for ${scope}`)
  return active
}
