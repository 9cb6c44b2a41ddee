import type { JWTVerifyGetKey } from 'jose'

/** The keys of an issuer are unavailable; the token itself may be valid. */
export class NoKeys extends Error {
  constructor(cause: unknown) {
    const { message, cause: deeper } = cause instanceof Error ? cause : new Error(String(cause))
    // A refused connection or an unknown certificate is a cause of "fetch failed".
    super(deeper instanceof Error ? `${message}: ${deeper.message}` : message, { cause })
    this.name = 'NoKeys'
  }
}

/** The issuers whose tokens this server accepts. */
export interface Issuers {
  /** The operator's list of addresses. */
  readonly listed: readonly string[]
  /**
   * The present keys of an issuer. Throws NoKeys if they are unavailable. Contacts no issuer outside the
   * list.
   */
  keysOf(issuer: string): Promise<JWTVerifyGetKey>
}

const TIMEOUT_MS = 5_000
const MOST_BYTES = 256 * 1_024
/** An issuer seldom moves its keys, and a server may run for months. */
const ADDRESS_KEPT_MS = 86_400_000

/**
 * Fetches and caches the keys of the issuers that the operator lists. jose fetches them again every ten
 * minutes, and when a token names an unknown one, but then at most every 30 s.
 */
export function makeIssuers(listed: readonly string[], clock: () => number): Issuers {
  const known = new Map<string, { keys: Promise<JWTVerifyGetKey>; until: number }>()
  return {
    listed,
    async keysOf(issuer) {
      if (!listed.includes(issuer)) throw new NoKeys(new Error(`${issuer} is not in SVC_OIDC_ISSUERS`))
      const cached = known.get(issuer)
      if (cached && cached.until > clock()) return cached.keys
      const keys = discover(issuer).catch((error: unknown) => {
        throw new NoKeys(error)
      })
      known.set(issuer, { keys, until: clock() + ADDRESS_KEPT_MS })
      // The next request retries a failed fetch.
      keys.catch(() => known.delete(issuer))
      return keys
    },
  }
}

/** OpenID Connect Discovery 1.0, section 4: where an issuer publishes its keys. */
async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const response = await fetchBounded(`${issuer}/.well-known/openid-configuration`, {
    headers: new Headers({ Accept: 'application/json' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status !== 200) throw new Error(`${issuer} answers ${response.status}`)
  const configuration = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown } | null
  if (
    configuration?.issuer !== issuer ||
    typeof configuration.jwks_uri !== 'string' ||
    !URL.canParse(configuration.jwks_uri)
  )
    throw new Error(`${issuer} does not say where its keys are`)
  const place = new URL(configuration.jwks_uri)
  // An issuer may publish them elsewhere, but never on a connection that others could change.
  if (place.protocol !== 'https:' && place.origin !== new URL(issuer).origin)
    throw new Error(`${issuer} keeps its keys at an address without https`)
  const keys = createRemoteJWKSet(place, { timeoutDuration: TIMEOUT_MS, [customFetch]: fetchBounded })
  return (header, token) =>
    keys(header, token).catch((error: unknown) => {
      throw OF_TOKEN.has((error as { code?: string }).code ?? '') ? error : new NoKeys(error)
    })
}

/** jose's errors about available keys and a token that matches none of them. */
const OF_TOKEN = new Set([
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
])

/** Reads no more than a set of keys can have. */
async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MOST_BYTES)
      throw new Error(`${new URL(url).origin} answers with more than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { status: response.status, headers: response.headers })
}
