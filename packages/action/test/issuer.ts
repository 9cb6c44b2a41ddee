import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { listenOnLoopback } from '@svc/test-kit/loopback'
import { repositoryNameOf } from './github/shapes.ts'
import type { JobContext } from './run-action.ts'

/** What signs tokens for jobs, as GitHub's own service does. */
export interface Issuer {
  url: string
  /** What a job with `permissions: id-token: write` has in its environment. */
  environmentOf(job: JobContext, claims?: Record<string, unknown>): Record<string, string>
  /** The audiences that tokens were asked for, in order. */
  audiences: (string | null)[]
  /** So many times from now on nobody can read its keys; tokens are signed all the same. */
  outages: number
  close(): Promise<void>
}

/** Answers with its keys, and with a token for whom asks in the name of a job. */
export const startIssuer = async (): Promise<Issuer> => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  const jobs = new Map<string, { job: JobContext; claims: Record<string, unknown> }>()
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokenOf = (
    { job, claims }: { job: JobContext; claims: Record<string, unknown> },
    audience: string | null,
  ): string => {
    const now = Math.floor(Date.now() / 1000)
    const { repository, event, run } = job
    const text = [
      encode({ alg: 'RS256', typ: 'JWT', kid: 'one' }),
      encode({
        iss: url,
        aud: audience,
        sub: `repo:${repositoryNameOf(repository)}:ref:${event.ref}`,
        repository: repositoryNameOf(repository),
        repository_id: String(repository.id),
        ref: event.ref,
        event_name: event.name,
        run_id: String(run.id),
        iat: now,
        nbf: now - 5,
        exp: now + 300,
        jti: randomUUID(),
        ...claims,
      }),
    ].join('.')
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', url)
    const job = jobs.get(request.headers.authorization ?? '')
    if (asked.pathname === '/token') issuer.audiences.push(asked.searchParams.get('audience'))
    else if (issuer.outages > 0) {
      issuer.outages -= 1
      return void response.writeHead(503).end()
    }
    const bodies: Record<string, object | undefined> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys` },
      '/keys': { keys: [jwk] },
      '/token': job && { value: tokenOf(job, asked.searchParams.get('audience')) },
    }
    const body = bodies[asked.pathname]
    response
      .writeHead(body ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}))
  })
  const { url, close } = await listenOnLoopback(server)
  const issuer: Issuer = {
    url,
    audiences: [],
    outages: 0,
    close,
    environmentOf(job, claims = {}) {
      const bearer = `job-${jobs.size}`
      jobs.set(`Bearer ${bearer}`, { job, claims })
      return {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer,
      }
    },
  }
  return issuer
}
