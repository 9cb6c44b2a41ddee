import { type Asked, answerTo } from './answer-to.ts'

interface FetchEvent extends Asked {
  respondWith(answer: Promise<Response>): void
}

type Listen = (type: string, listener: (event: FetchEvent) => void) => void

interface WorkerScope {
  addEventListener: Listen
  importScripts(path: string): void
  registration: { scope: string }
  /** Set by a server whose artifacts have an origin of their own. */
  embeddedBy?: string
}

const scope = self as unknown as WorkerScope
const listen: Listen = scope.addEventListener.bind(scope)
let viewer: ((event: FetchEvent) => void) | null = null

// Playwright's worker would answer every request below its scope. Ours stands in front of it.
scope.addEventListener = (type, listener) => {
  if (type === 'fetch') viewer = listener
  else listen(type, listener)
}
scope.importScripts('playwright.bundle.js')
scope.addEventListener = listen
if (viewer === null) throw new Error('The worker of the trace viewer listens to no requests.')
const answerOfViewer = viewer as (event: FetchEvent) => void

/** What Playwright's worker answers; undefined if it leaves the request to the browser. */
function ask({ request, clientId, resultingClientId }: Asked): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined
  answerOfViewer({
    request,
    clientId,
    resultingClientId,
    respondWith: (given) => {
      answer = Promise.resolve(given)
    },
  })
  return answer
}

const place = { scope: scope.registration.scope, embeddedBy: scope.embeddedBy ?? '' }
listen('fetch', (event) => {
  const answer = answerTo(event, place, ask)
  if (answer) event.respondWith(answer)
})
