/** Why there is no answer: one of our own codes, or a cause with one of Node's. */
export class NetworkError extends Error {
  readonly code: string
  /** Host and port of the proxy on the route. */
  readonly proxy: string | undefined
  /** How long an answer was waited for, milliseconds; 0 for other errors. */
  readonly waitedMs: number

  constructor(code: string, more: { cause?: unknown; proxy?: string; waitedMs?: number } = {}) {
    super(code, more.cause === undefined ? {} : { cause: more.cause })
    this.code = code
    this.proxy = more.proxy
    this.waitedMs = more.waitedMs ?? 0
  }
}

/**
 * How often a retry makes sense: never, at once, for a moment, or for as long as a server takes to
 * restart.
 */
export type Patience = 'none' | 'once' | 'little' | 'some'

export interface Described {
  reason: string
  patience: Patience
}

/** Describes why an address did not answer, and what to check. */
export const describeNetworkError = (error: unknown, url: string): Described => {
  const chain = causesOf(error)
  const proxy = chain.map((each) => (each instanceof NetworkError ? each.proxy : undefined)).find(Boolean)
  const place = proxy ? `${url} through the proxy ${proxy}` : url
  for (const each of chain) {
    const code = codeOf(each)
    const refusal = code && /^PROXY_(\d+)$/.exec(code)?.[1]
    if (proxy && refusal) return { reason: describeProxyRefusal(proxy, refusal), patience: 'none' }
    const known = code && (KNOWN[code] ?? KINDS.find(([kind]) => kind.test(code))?.[1])
    if (!known) continue
    const { patience } = known
    const reason = known.reason(url, each instanceof NetworkError ? each.waitedMs : 0)
    if (proxy && BEFORE_THE_PROXY.has(known))
      return {
        patience,
        reason: `the proxy ${proxy} could not be reached${codeNote(code)}; check HTTPS_PROXY, HTTP_PROXY and NO_PROXY`,
      }
    return {
      patience,
      reason: known.isWhole
        ? `${place} ${reason}`
        : `${place} could not be reached${codeNote(code)}: ${reason}`,
    }
  }
  const said = chain.at(-1)?.message ?? String(error)
  return { reason: `${place} could not be reached: ${said.slice(0, 300)}`, patience: 'some' }
}

/** A proxy's own answer to a request that it does not forward. */
export const describeProxyRefusal = (proxy: string, status: string | number): string =>
  Number(status) === 407
    ? `the proxy ${proxy} requires a user name and a password (407); set them in HTTPS_PROXY or HTTP_PROXY, or add the server to NO_PROXY`
    : `the proxy ${proxy} does not forward to the server (${status}); add the server to NO_PROXY if it needs no proxy`

/** People search for Node's codes; ours mean nothing to them. */
const codeNote = (code: string) => (OWN.test(code) ? '' : ` (${code})`)
const OWN = /^(?:NO_CONNECTION|SILENT|TIME_UP|PROXY.*)$/

interface Known {
  reason(url: string, waitedMs: number): string
  patience: Patience
  /** True if the reason directly follows the address. */
  isWhole?: boolean
}

const untrusted: Known = {
  reason: () =>
    'its certificate is not trusted; set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority',
  patience: 'none',
}
const refused: Known = {
  reason: () => 'no server listens there; check that the server is running and that SVC_URL is its address',
  patience: 'once',
}
const unresolved: Known = {
  reason: () => 'its name could not be resolved; check SVC_URL and the network',
  patience: 'little',
}
const cut: Known = {
  reason: (url) =>
    url.startsWith('http:')
      ? 'the connection was cut before the answer was complete; if this persists, check whether the server requires https'
      : 'the connection was cut before the answer was complete',
  patience: 'some',
}
const unanswered: Known = {
  reason: () => 'no connection was established in time; check SVC_URL, the network and the firewall',
  patience: 'none',
}
/** Behind a proxy, these errors concern the proxy, because the client connects only to it. */
const BEFORE_THE_PROXY = new Set([refused, unresolved, unanswered])
const otherTongue: Known = {
  reason: () => 'the answer is not HTTP; check SVC_URL',
  patience: 'none',
}

const KNOWN: Record<string, Known | undefined> = {
  ECONNREFUSED: refused,
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  EAI_FAIL: unresolved,
  EAI_NODATA: unresolved,
  ECONNRESET: cut,
  ECONNABORTED: cut,
  EPIPE: cut,
  NO_CONNECTION: unanswered,
  ETIMEDOUT: unanswered,
  EHOSTUNREACH: unanswered,
  ENETUNREACH: unanswered,
  EADDRNOTAVAIL: unanswered,
  SILENT: {
    reason: (_url, waitedMs) =>
      `accepts requests, but sent no complete answer in ${Math.round(waitedMs / 1_000)} s; check the server`,
    patience: 'none',
    isWhole: true,
  },
  TIME_UP: {
    reason: () =>
      'sent no complete answer in time; to allow more time, raise the option timeoutMs or SVC_TIMEOUT_MS',
    patience: 'none',
    isWhole: true,
  },
  PROXY_KIND: {
    reason: () => 'HTTPS_PROXY or HTTP_PROXY is not an http or https address',
    patience: 'none',
  },
  CERT_HAS_EXPIRED: {
    reason: () => 'its certificate has expired; renew it, or set the clock of this machine',
    patience: 'none',
  },
  CERT_NOT_YET_VALID: {
    reason: () => 'its certificate is not valid yet; set the clock of this machine',
    patience: 'none',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: () => 'its certificate is for another host; set SVC_URL to the host name in the certificate',
    patience: 'none',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
}

/** Codes of which Node and OpenSSL have many. */
const KINDS: [RegExp, Known][] = [
  [/^HPE_/, otherTongue],
  [
    /^EPROTO$|^ERR_SSL_/,
    {
      reason: () => 'the TLS handshake failed; check whether SVC_URL should begin with http://',
      patience: 'none',
    },
  ],
  [/CERT|VERIFY/, untrusted],
]

/** The error, its causes and the members of aggregates, outermost first. */
const causesOf = (error: unknown, depth = 0): Error[] => {
  if (!(error instanceof Error) || depth > 5) return []
  const members =
    error instanceof AggregateError ? error.errors.flatMap((each) => causesOf(each, depth + 1)) : []
  return [error, ...members, ...causesOf(error.cause, depth + 1)]
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined
