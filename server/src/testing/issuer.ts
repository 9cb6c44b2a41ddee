import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

/** Claims of a workflow's token; `iss` is the issuer's own address unless given. */
export type TokenClaims = JWTPayload & Record<string, unknown>

export interface TestIssuer {
  url: string
  /** How often its keys were asked for. */
  reads: { discovery: number; keys: number }
  /** What it answers from now on instead of its own document. */
  answers: { discovery?: () => Response; keys?: () => Response }
  /** A signed token for the first organization, good for five minutes from `now` (milliseconds) on; claims replace those of a push to main. */
  token(now: number, claims?: TokenClaims, algorithm?: string): Promise<string>
  /** Signs with a new key from now on, and publishes only that one. */
  rotate(): Promise<void>
}

const ALGORITHM = 'RS256'

/** Signs tokens as GitHub does: a real server on this machine, with its discovery document and its keys. */
export async function startIssuer(): Promise<TestIssuer> {
  let made = 0
  const makeKey = async () => {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM)
    const kid = `key-${++made}`
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' } }
  }
  let key = await makeKey()
  const reads = { discovery: 0, keys: 0 }
  const answers: TestIssuer['answers'] = {}
  const server = createServer(async (request, response) => {
    const isKeys = request.url === '/keys'
    reads[isKeys ? 'keys' : 'discovery']++
    const body = isKeys ? { keys: [key.jwk] } : { issuer: url, jwks_uri: `${url}/keys` }
    const answer = answers[isKeys ? 'keys' : 'discovery']?.() ?? Response.json(body)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    reads,
    answers,
    token(now, claims = {}, algorithm = ALGORITHM) {
      const seconds = Math.floor(now / 1_000)
      return new SignJWT({
        iss: url,
        aud: 'http://svc.test/organizations/default',
        jti: randomUUID(),
        iat: seconds,
        exp: seconds + 300,
        repository: 'acme/shop',
        repository_id: '4711',
        ref: 'refs/heads/main',
        event_name: 'push',
        run_id: '77',
        ...claims,
      })
        .setProtectedHeader({ alg: algorithm, kid: key.kid })
        .sign(algorithm === ALGORITHM ? key.privateKey : Buffer.from(JSON.stringify(key.jwk)))
    },
    async rotate() {
      key = await makeKey()
    },
  }
}
