import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { buildIfStale } from '../../packages/dashboard/build/build.ts'
import type { Cookie } from './open-view.ts'

const PASSWORD = 'correct horse battery'

export interface OurServer {
  url: string
  /** Of the admin, who is signed in. */
  cookie: Cookie
  /** The run of the last journal. */
  execution: string
  close(): Promise<void>
}

/** The real server with its dashboard and the runs of these journals. */
export async function serveOurs(...journals: Buffer[]): Promise<OurServer> {
  await buildIfStale(join(import.meta.dirname, '../../packages/dashboard/dist'))
  const server = await startServer({ env: { ...NO_LIMITS, SVC_DASHBOARD: '1', SVC_RATE_SIGN_IN: '0' } })
  try {
    let execution = ''
    for (const journal of journals) execution = await send(server, journal)
    return {
      url: server.url,
      cookie: await signIn(server.url, server.welcomeUrl),
      execution,
      close: () => server.stop(),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function send(server: RealServer, journal: Buffer): Promise<string> {
  const ingest = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    body: new Uint8Array(gzipSync(journal)),
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'svc-from': '0',
    },
  })
  const { data } = (await ingest.json()) as { data: { execution: { id: string } } }
  await server.get(`/api/executions/${data.execution.id}/settle`, 'POST')
  return data.execution.id
}

/** The cookie of the admin of a new server. */
export async function signIn(url: string, welcomeUrl: string): Promise<Cookie> {
  const answer = await fetch(`${url}/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: welcomeUrl.split('#')[1], password: PASSWORD, cookie: true }),
  })
  const [name = '', value = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')[0]?.split('=') ?? []
  return { name, value, url }
}
