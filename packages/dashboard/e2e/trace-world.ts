import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@svc/test-kit/free-port'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { failed } from '../../../server/src/testing/upload.ts'
import { cookieOf } from './cookie-of.ts'
import { CALL, evilTrace, hostileMarkup } from './evil-trace.ts'
import { attach, post, upload } from './send.ts'

/** A server with hostile traces, and another site, which they try to reach. */
export interface TraceWorld {
  server: RealServer
  main: string
  /** The origin of the viewer: that of artifacts, or the server's own. */
  viewer: string
  elsewhere: string
  /** Requests that the other site has received. */
  received: string[]
  /** The cookie of the admin's session. */
  cookie: { name: string; value: string }
  execution: string
  trace: string
  /** A trace that loads another page at once. */
  refreshing: string
  /** Where the viewer finds the trace. */
  source: string
  snapshot: string
  stateOfProposal(): Promise<string>
  isSignedIn(): Promise<boolean>
  stop(): Promise<void>
}

/** Starts both; `isApart` gives the server an origin of artifacts. */
export async function startTraces(isApart: boolean): Promise<TraceWorld> {
  const received: string[] = []
  let markup = ''
  const site = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.setHeader('Content-Type', 'text/html')
    response.end(request.url === '/control' ? markup : '<p>elsewhere')
  })
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  const elsewhere = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const port = isApart ? await freePort() : 0
  const [ofServer, ofArtifacts] = ['svc', 'files'].map((name) => `http://${name}.shop.localhost:${port}`)
  const env = { ...NO_LIMITS, SVC_DASHBOARD: '1' }
  const server = await startServer({
    port,
    env: isApart ? { ...env, SVC_BASE_URL: ofServer, SVC_ARTIFACTS_ORIGIN: ofArtifacts } : env,
  })
  const main = (isApart && ofServer) || server.url
  const viewer = (isApart && ofArtifacts) || server.url
  const cookie = await cookieOf(server.url, server.welcomeUrl)
  const headers = { Cookie: `${cookie.name}=${cookie.value}` }
  const to = { ...server, now: Date.now() }
  const attachments = ['trace', 'trace of a refresh'].map((name) => ({
    name,
    contentType: 'application/zip',
  }))
  const detail = { errors: [{ message: 'The card was refused' }], attachments }
  const attempts = [{ status: 'failed' as const, durationMs: 10, detail }]
  const uploaded = await upload(to, { build: 'evil', results: [{ ...failed('pays'), attempts }] }, true)
  const { id: proposal } = (await post(to, '/api/proposals', {
    project: 'shop',
    document: 'docs/rules.md',
    content: '# Rules\n\n## Rules\n\n- Always pay twice.\n',
    evidence: 'a run',
    reasoning: 'It is so.',
  })) as { id: string }
  markup = hostileMarkup({ main, elsewhere, proposal })
  const refresh = `<p>Soon</p><meta http-equiv=refresh content="0;url=${elsewhere}/refresh">`
  await attach(to, uploaded, [evilTrace(markup), evilTrace(refresh)])
  const { results } = await server.get<{ results: { attempts: { attachments?: { id: string }[] }[] }[] }>(
    `/api/executions/${uploaded.execution}?status=failed`,
  )
  const [trace = '', refreshing = ''] = (results[0]?.attempts[0]?.attachments ?? []).map(({ id }) => id)
  const opened = await fetch(`${server.url}/api/artifacts/${trace}?viewer=true`, {
    headers,
    redirect: 'manual',
  })
  const source = new URL(opened.headers.get('Location') ?? '', viewer).searchParams.get('trace') ?? ''
  return {
    ...{ server, main, viewer, elsewhere, received, cookie, trace, refreshing, source },
    execution: uploaded.execution,
    snapshot: `${viewer}/trace/snapshot/${CALL}?trace=${source}&phase=before`,
    stateOfProposal: async () => (await server.get<{ state: string }>(`/api/proposals/${proposal}`)).state,
    isSignedIn: async () => (await fetch(`${server.url}/api/whoami`, { headers })).ok,
    async stop() {
      site.close()
      await server.stop()
    },
  }
}
