/** A request that the browser hands to the worker. */
export interface Asked {
  request: Request
  clientId: string
  resultingClientId: string
}

/** The only places that may show a snapshot. In a tab of its own, it would look like a page of this server. */
const FRAMES = new Set(['iframe', 'frame'])
const SCRIPTS = new Set([
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'worker',
  'xslt',
])

/**
 * In addition to Playwright's own policy, which allows its script by a nonce. The viewer reads the
 * snapshot and draws in it, and requests of the snapshot go to the worker: both need its origin.
 */
const snapshotPolicy = (embeddedBy: string) =>
  [
    'sandbox allow-same-origin allow-scripts',
    "form-action 'none'",
    "object-src 'none'",
    "connect-src 'none'",
    "worker-src 'none'",
    "frame-src 'self' data:",
    `frame-ancestors 'self' ${embeddedBy}`,
  ].join('; ')

const FILE_POLICY = "sandbox; default-src 'none'; form-action 'none'"

/**
 * The answer to a request below the scope: that of the viewer, with a policy for what a trace
 * contains. `embeddedBy` is the origin whose pages frame the viewer, if it is another. Undefined leaves the request to the browser.
 */
export function answerTo(
  asked: Asked,
  { scope, embeddedBy }: { scope: string; embeddedBy: string },
  ask: (asked: Asked) => Promise<Response> | undefined,
): Promise<Response> | undefined {
  const { url, mode, destination } = asked.request
  const isNavigation = mode === 'navigate'
  const path = url.startsWith(scope) ? url.slice(scope.length) : ''
  if (path.startsWith('snapshot/')) {
    if (!isNavigation || !FRAMES.has(destination)) return Promise.resolve(refusal())
    return ask(asked)?.then((answer) =>
      withHeaders(answer, { 'Content-Security-Policy': snapshotPolicy(embeddedBy) }),
    )
  }
  if (path.startsWith('file/')) {
    if (SCRIPTS.has(destination)) return Promise.resolve(refusal())
    return ask(asked)?.then((answer) => asFile(answer, isNavigation))
  }
  // The viewer's own pages, which the server answers.
  return isNavigation ? undefined : ask(asked)
}

/** An opened file is always a download, because the trace says its type. */
function asFile(answer: Response, isNavigation: boolean): Response {
  const disposition = answer.headers.get('Content-Disposition') ?? 'attachment'
  return withHeaders(answer, {
    'Content-Security-Policy': FILE_POLICY,
    'X-Content-Type-Options': 'nosniff',
    ...(isNavigation && {
      'Content-Disposition': disposition.startsWith('attachment') ? disposition : 'attachment',
      'Content-Type': 'application/octet-stream',
    }),
  })
}

/** The answer with more headers; a second policy restricts further. */
function withHeaders(answer: Response, more: Record<string, string>): Response {
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(more))
    if (name === 'Content-Security-Policy') headers.append(name, value)
    else headers.set(name, value)
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

const refusal = (): Response =>
  new Response('Only the trace viewer shows snapshots. Open the trace on the page of its run.\n', {
    status: 403,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': FILE_POLICY,
    },
  })
