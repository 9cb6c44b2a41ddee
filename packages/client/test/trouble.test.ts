import { existsSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolders } from './folders.ts'
import { KEY } from './recording.ts'
import { type Answering, closedAddress, problem, startServer } from './server.ts'
import { makeAuthority, selfSigned } from './trouble-certificates.ts'
import { type Ended, runIntoTrouble, textBelow } from './trouble-run.ts'
import {
  answering,
  answeringSecurely,
  endless,
  type Listening,
  mute,
  raw,
  startProxy,
  unreachable,
} from './trouble-servers.ts'

afterAll(removeFolders)

/** What the machine may take on top, since other tests run beside. */
const SLACK_MS = 2_500

const status =
  (
    code: number,
    body = '<html><h1>Nope</h1></html>',
    headers: Record<string, string> = {},
  ): RequestListener =>
  (_, response) =>
    void response.writeHead(code, headers).end(body)
const ours = (code: number, message: string) => status(code, problem(code, 'SOME_CODE', message).body)
const html = (code: number, headers?: Record<string, string>) => status(code, undefined, headers)
const receipt = (accepted: unknown, more: object = {}) =>
  status(200, JSON.stringify({ success: true, data: { accepted, ...more } }))

/** Who notices first that time is up, the request or the run, is up to a busy machine. */
const OUT_OF_TIME =
  /gave no whole answer in the time there was; the option timeoutMs|time was up before everything was sent/

const authority = makeAuthority()
const DAY_MS = 86_400_000
const here = { name: 'localhost', hosts: ['localhost', '127.0.0.1'] }
const folder = makeFolder()
const TRUST = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
writeFileSync(TRUST.NODE_EXTRA_CA_CERTS, authority.cert)

interface Case {
  what: string
  /** What listens; absent: nothing. */
  listen?: () => Promise<Listening>
  scheme?: string
  /** Where the run is told to send, `%` being the port. */
  url?: string
  env?: Record<string, string>
  says: RegExp
  /** The end of the run takes no longer, in milliseconds, beside what the machine takes. */
  within?: number
  /** Where the journal is afterwards. */
  journal?: 'kept' | 'set aside'
}

const CASES: Case[] = [
  {
    what: 'a key with a typing error',
    env: { SVC_API_KEY: `${KEY.slice(0, -1)}!` },
    says: /the API key cannot be right: .*; check SVC_API_KEY/,
  },
  { what: 'an address that is none', url: 'localhost:4700', says: /not an http or https URL; check SVC_URL/ },
  {
    what: 'an address with a password',
    url: 'http://me:secret@127.0.0.1:1',
    says: /holds a user name or password/,
  },
  {
    what: 'a key the server does not know',
    listen: () => answering(ours(401, 'no such key')),
    says: /does not accept the API key \(401: no such key\); check SVC_API_KEY/,
  },
  {
    what: 'a key without the right',
    listen: () => answering(ours(403, 'needs editor')),
    says: /may not send results \(403: needs editor\); make one with the role editor/,
  },
  {
    what: 'a server without ingest',
    listen: () => answering(ours(404, 'no such path')),
    says: /has no place for results \(404: no such path\); check SVC_URL/,
  },
  {
    what: 'a web server of something else',
    listen: () => answering(html(404)),
    says: /has no place for results \(404\); check SVC_URL/,
  },
  {
    what: 'a page to sign in',
    listen: () => answering(html(200)),
    says: /does not answer like an svc server; check SVC_URL/,
  },
  {
    what: 'a sign-in of the company',
    listen: () => answering(html(401)),
    says: /a sign-in that is not svc's \(401\)/,
  },
  {
    what: 'a firewall of the company',
    listen: () => answering(html(403)),
    says: /does not let results through \(403\)/,
  },
  {
    what: 'a redirect to https',
    listen: () => answering(html(301, { location: 'https://svc.example.org/api/ingest' })),
    says: /sends elsewhere \(301\); set SVC_URL to https:\/\/svc\.example\.org$/m,
  },
  {
    what: 'a redirect to a sign-in',
    listen: () => answering(html(302, { location: '/login?next=%2Fapi%2Fingest' })),
    says: /sends elsewhere \(302 to http:\/\/127.0.0.1:\d+\/login\), perhaps to a sign-in/,
  },
  {
    what: 'a redirect to nowhere',
    listen: () => answering(html(307)),
    says: /sends elsewhere \(307\); check SVC_URL/,
  },
  {
    what: 'a gateway that wants smaller requests',
    listen: () => answering(html(413)),
    says: /refuses a request of this size \(413\); raise the limit there/,
  },
  {
    what: 'http sent to a port of https that says so',
    listen: () => answering(html(400)),
    says: /does not answer like an svc server \(400\)/,
  },
  {
    what: 'a newer journal than the server reads',
    listen: () => answering(ours(400, 'journal version 1 (update the server)')),
    says: /refused the results \(400: journal version 1 \(update the server\)\).*rejected/,
    journal: 'set aside',
  },
  {
    what: 'a server that has enough',
    listen: () => answering(ours(413, 'at most 200000 results')),
    says: /refused the results \(413: at most/,
    journal: 'set aside',
  },
  {
    what: 'a conflict without a place',
    listen: () => answering(ours(409, 'the part has ended')),
    says: /refused the results \(409: the part has ended\)/,
    journal: 'set aside',
  },
  {
    what: 'a receipt for more than was sent',
    listen: () => answering(receipt(999)),
    says: /says it holds 999 entries, more than the journal has/,
    journal: 'set aside',
  },
  {
    what: 'a receipt for less, always',
    listen: () => answering(receipt(1)),
    says: /the server stays at entry 1, though more was sent/,
  },
  {
    what: 'a receipt that is none',
    listen: () => answering(receipt('4')),
    says: /does not answer like an svc server/,
  },
  {
    what: 'a receipt below nothing',
    listen: () => answering(receipt(-1)),
    says: /does not answer like an svc server/,
  },
  {
    what: 'a receipt cut off',
    listen: () => answering(status(200, '{"success":true,"data":{"acc')),
    says: /does not answer like an svc server/,
  },
  {
    what: '429 without a word when',
    listen: () => answering(ours(429, 'slow down')),
    says: /asks to send less \(429: slow down\)/,
    within: 3_500,
  },
  {
    what: '429 for an hour',
    listen: () => answering(status(429, '', { 'retry-after': '3600' })),
    says: /\(429; it asks to wait 3600 s\)/,
  },
  {
    what: '429 for ever',
    listen: () => answering(status(429, '', { 'retry-after': '1e300' })),
    says: /it asks to wait 86400 s/,
  },
  {
    what: '429 with a wait below nothing',
    listen: () => answering(status(429, '', { 'retry-after': '-7' })),
    says: /asks to send less \(429\)/,
    within: 3_500,
  },
  {
    what: '429 until a date',
    listen: () =>
      answering(
        (_, response) =>
          void response.writeHead(429, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() }).end(),
      ),
    says: /it asks to wait (599|600|601) s/,
  },
  ...[500, 502, 503].map(
    (code): Case => ({
      what: `${code} of a gateway`,
      listen: () => answering(html(code)),
      says: new RegExp(`has trouble \\(${code}\\)`),
      within: 3_500,
    }),
  ),
  {
    what: 'trouble of the server itself',
    listen: () => answering(ours(500, 'An error on our side')),
    says: /the server has trouble \(500: An error on our side\)/,
    within: 3_500,
  },
  {
    what: 'a connection that is cut',
    listen: () => raw((socket) => void socket.resetAndDestroy()),
    says: /could not be reached \(ECONNRESET\): the connection was cut/,
    within: 3_500,
  },
  {
    what: 'a connection that is cut while it is written to',
    listen: () => raw((socket) => void socket.destroy()),
    env: { TROUBLE_TESTS: '15000' },
    says: /\((ECONNRESET|EPIPE)\): the connection was cut/,
    within: 4_500,
  },
  {
    what: 'an answer that breaks off',
    listen: () => raw((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"succ')),
    says: /the connection was cut before a whole answer came/,
    within: 3_500,
  },
  {
    what: 'a refusal that breaks off',
    listen: () => raw((socket) => void socket.end('HTTP/1.1 403 No\r\ncontent-length: 100\r\n\r\n<html')),
    says: /does not let results through \(403\)/,
  },
  {
    what: 'something that does not speak HTTP',
    listen: () => raw((socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
    says: /what answers there does not speak HTTP/,
  },
  {
    what: 'headers without end',
    listen: () => endless('HTTP/1.1 200 OK\r\n', `x-${'a'.repeat(80)}: b\r\n`),
    says: /\(HPE_HEADER_OVERFLOW\): what answers there does not speak HTTP/,
  },
  {
    what: 'an answer without end',
    listen: () => endless('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(65_536)),
    says: /does not answer like an svc server/,
  },
  {
    what: 'an answer that drips',
    listen: () => endless('HTTP/1.1 200 OK\r\n\r\n', 'a', 100),
    env: { SVC_TIMEOUT_MS: '900' },
    says: OUT_OF_TIME,
    within: 900,
  },
  {
    what: 'headers that drip',
    listen: () => endless('HTTP/1.1 200 OK\r\n', 'x: y\r\n', 100),
    env: { SVC_TIMEOUT_MS: '900' },
    says: OUT_OF_TIME,
    within: 900,
  },
  {
    what: 'silence within the time given',
    listen: () => raw(() => undefined),
    env: { SVC_TIMEOUT_MS: '700' },
    says: OUT_OF_TIME,
    within: 700,
  },
  {
    what: 'silence',
    listen: () => raw(() => undefined),
    says: /takes requests, but gave no whole answer in 10 s/,
    within: 10_000,
  },
  {
    what: 'a body that nobody reads',
    listen: () => raw((socket) => void socket.pause()),
    env: { SVC_TIMEOUT_MS: '700', TROUBLE_TESTS: '19000' },
    says: OUT_OF_TIME,
    within: 700,
  },
  {
    what: 'a way that leads nowhere',
    listen: unreachable,
    says: /could not be reached: no connection came about in time/,
    within: 5_000,
  },
  {
    what: 'no time at all',
    listen: () => answering(receipt(4)),
    env: { SVC_TIMEOUT_MS: '0' },
    says: /time was up before everything was sent/,
  },
  {
    what: 'nothing that listens',
    says: /\(ECONNREFUSED\): nothing listens there; see that the server runs and that SVC_URL is its address/,
    within: 1_500,
  },
  {
    what: 'a name that is not there',
    url: 'http://svc.invalid',
    says: /could not be reached \((ENOTFOUND|EAI_AGAIN)\): its name could not be resolved/,
    within: 1_500,
  },
  {
    what: 'https sent to a port of http',
    scheme: 'https',
    listen: () => answering(html(200)),
    says: /\(EPROTO\): it does not speak TLS as expected; see whether SVC_URL should begin with http:\/\//,
  },
  {
    what: 'http sent to a port of https',
    listen: () => answeringSecurely(authority.certify(here), receipt(4)),
    says: /the connection was cut .* see whether the server wants https/,
    within: 3_500,
  },
  {
    what: 'TLS that is never answered',
    scheme: 'https',
    listen: mute,
    env: { SVC_TIMEOUT_MS: '700' },
    says: OUT_OF_TIME,
    within: 700,
  },
  {
    what: 'a certificate nobody vouches for',
    scheme: 'https',
    listen: () => answeringSecurely(selfSigned(here), receipt(4)),
    says: /\(DEPTH_ZERO_SELF_SIGNED_CERT\): its certificate is not trusted; set NODE_EXTRA_CA_CERTS/,
  },
  {
    what: 'a certificate of an unknown authority',
    scheme: 'https',
    listen: () => answeringSecurely(authority.certify(here), receipt(4)),
    says: /its certificate is not trusted; set NODE_EXTRA_CA_CERTS/,
  },
  {
    what: 'a certificate that has expired',
    scheme: 'https',
    env: TRUST,
    listen: () =>
      answeringSecurely(
        authority.certify({
          ...here,
          from: new Date(Date.now() - 9 * DAY_MS),
          to: new Date(Date.now() - DAY_MS),
        }),
        receipt(4),
      ),
    says: /its certificate has expired/,
  },
  {
    what: 'a certificate of tomorrow',
    scheme: 'https',
    env: TRUST,
    listen: () =>
      answeringSecurely(
        authority.certify({
          ...here,
          from: new Date(Date.now() + DAY_MS),
          to: new Date(Date.now() + 9 * DAY_MS),
        }),
        receipt(4),
      ),
    says: /its certificate is not valid yet/,
  },
  {
    what: 'a certificate of another host',
    scheme: 'https',
    env: TRUST,
    listen: () => answeringSecurely(authority.certify({ name: 'x', hosts: ['other.example'] }), receipt(4)),
    says: /its certificate is for another host/,
  },
]

const run = async ({
  listen,
  scheme = 'http',
  url,
  env,
}: Pick<Case, 'listen' | 'scheme' | 'url' | 'env'>) => {
  const listening = await listen?.()
  const place = url ?? (listening ? `${scheme}://127.0.0.1:${listening.port}` : await closedAddress())
  try {
    return await runIntoTrouble({ SVC_URL: place, ...env })
  } finally {
    await listening?.close()
  }
}

/** What holds whatever happens to the results. */
const expectNoHarm = (ended: Ended) => {
  expect(ended.code).toBe(7)
  expect(ended.lines.filter((line) => !line.startsWith('svc: '))).toEqual([])
  expect(new Set(ended.lines).size).toBe(ended.lines.length)
  expect(ended.lingeredMs).toBeLessThan(SLACK_MS)
  expect(ended.grownMiB).toBeLessThan(100)
  expect(ended.lines.join('\n') + ended.stdout + textBelow(join(ended.root, '.svc'))).not.toContain(
    KEY.slice(0, 20),
  )
}

describe('trouble is told once, costs no run its outcome, and keeps the results', () => {
  test.concurrent.for(CASES)('$what', async (trouble, { expect }) => {
    const ended = await run(trouble)
    expectNoHarm(ended)
    expect(ended.lines.join('\n')).toMatch(trouble.says)
    expect(ended.lines).toHaveLength(2)
    expect(ended.lines[1]).toContain('npx @svc/cli flush')
    expect(ended.tookMs).toBeLessThan((trouble.within ?? 0) + SLACK_MS)
    const place = trouble.journal === 'set aside' ? 'journal/rejected/' : 'journal/'
    expect(ended.files).toEqual([
      '.gitignore',
      expect.stringMatching(new RegExp(`^${place}[0-9a-f-]+\\.ndjson$`)),
    ])
  })
})

test('without a key one line is said, and no file or folder is made', async () => {
  const ended = await runIntoTrouble({ SVC_API_KEY: '' })
  expectNoHarm(ended)
  expect(ended.lines).toEqual([
    expect.stringMatching(/^svc: no API key, so nothing is recorded; set SVC_API_KEY/),
  ])
  expect(existsSync(join(ended.root, '.svc'))).toBe(false)
  expect((await runIntoTrouble({ SVC_API_KEY: '', SVC_QUIET: '1' })).lines).toEqual([])
  expect((await runIntoTrouble({ SVC_ENABLED: '0' })).lines).toEqual([])
})

describe('what works', () => {
  /** A run against a server that takes everything, on the way that `env` says. */
  const arrive = async (
    env: (port: number) => Record<string, string>,
    answer?: (nth: number) => Answering,
  ): Promise<{ ended: Ended; entries: number; requests: number }> => {
    const server = await startServer(answer)
    try {
      const ended = await runIntoTrouble(env(Number(new URL(server.url).port)))
      expectNoHarm(ended)
      return { ended, entries: server.entries().length, requests: server.seen.length }
    } finally {
      await server.close()
    }
  }
  const expectSent = ({ ended, entries }: { ended: Ended; entries: number }) => {
    expect(ended.lines).toEqual([expect.stringMatching(/^svc: 3 results sent → http/)])
    expect(ended.files).toEqual(['.gitignore'])
    expect(entries).toBe(4)
  }

  test.concurrent('a server that is newer, and says more than is known here', async () => {
    const data = {
      accepted: 4,
      execution: { id: 'e', url: '/e', state: 'dreaming', mood: 1 },
      warnings: ['w', 7],
      next: {},
    }
    const ended = await run({
      listen: () => answering(status(200, JSON.stringify({ success: true, data, more: [] }))),
    })
    expectNoHarm(ended)
    expect(ended.lines).toEqual([expect.stringMatching(/3 results sent → http:.*\/e$/), 'svc: warning: w'])
  })

  test.concurrent('IPv6', async () => {
    const listening = await answering(receipt(4), '::1')
    const ended = await runIntoTrouble({ SVC_URL: `http://[::1]:${listening.port}` })
    await listening.close()
    expect(ended.lines).toEqual(['svc: 3 results sent'])
  })

  test.concurrent('a name with an address of each kind, of which one does not answer', async () => {
    const listening = await answering(receipt(4), '127.0.0.1')
    const ended = await runIntoTrouble({ SVC_URL: `http://localhost:${listening.port}` })
    await listening.close()
    expect(ended.lines).toEqual(['svc: 3 results sent'])
  })

  test.concurrent('a certificate of an authority that NODE_EXTRA_CA_CERTS names', async () => {
    const listen = () => answeringSecurely(authority.certify(here), receipt(4))
    const ended = await run({ scheme: 'https', env: TRUST, listen })
    expect(ended.lines).toEqual(['svc: 3 results sent'])
  })

  test.concurrent('a server that is away for a moment', async () => {
    expectSent(
      await arrive(
        (port) => ({ SVC_URL: `http://127.0.0.1:${port}` }),
        (nth) => (nth < 2 ? 'cut' : undefined),
      ),
    )
  })

  test.concurrent('in CI, whose disk is gone afterwards, a server may take longer to come back', async () => {
    const env = (port: number) => ({
      SVC_URL: `http://127.0.0.1:${port}`,
      TROUBLE_CI: '1',
      SVC_TIMEOUT_MS: '9000',
    })
    const sent = await arrive(env, (nth) => (nth < 4 ? problem(503, 'INTERNAL', 'starting') : undefined))
    expectSent(sent)
    expect(sent.requests).toBe(5)
  })

  test.concurrent('a proxy, which forwards http', async () => {
    const names: Record<string, number> = {}
    const proxy = await startProxy({ login: 'me:p@ss', names })
    const sent = await arrive((port) => {
      names['svc.invalid'] = port
      return { SVC_URL: 'http://svc.invalid', http_proxy: `http://me:p%40ss@127.0.0.1:${proxy.port}` }
    })
    await proxy.close()
    expectSent(sent)
    expect(proxy.asked).toEqual(['POST http://svc.invalid/api/ingest'])
  })

  test.concurrent('a proxy that is itself behind TLS, and joins https', async () => {
    const names: Record<string, number> = {}
    const proxy = await startProxy({ tls: authority.certify(here), names })
    const server = await answeringSecurely(
      authority.certify({ name: 'x', hosts: ['svc.invalid'] }),
      receipt(4),
    )
    names['svc.invalid'] = server.port
    const ended = await runIntoTrouble({
      SVC_URL: 'https://svc.invalid',
      HTTPS_PROXY: `https://127.0.0.1:${proxy.port}`,
      ...TRUST,
    })
    for (const each of [server, proxy]) await each.close()
    expect(ended.lines).toEqual(['svc: 3 results sent'])
    expect(proxy.asked).toEqual(['CONNECT svc.invalid:443'])
  })

  test.concurrent('no proxy for this machine', async () => {
    const proxy = await startProxy()
    expectSent(
      await arrive((port) => ({
        SVC_URL: `http://127.0.0.1:${port}`,
        HTTP_PROXY: `127.0.0.1:${proxy.port}`,
      })),
    )
    await proxy.close()
    expect(proxy.asked).toEqual([])
  })
})

describe('a proxy in trouble is named, and its password is not', () => {
  const CASES_OF_PROXIES: {
    what: string
    options?: Parameters<typeof startProxy>[0]
    url: string
    proxy?: string
    says: RegExp
  }[] = [
    {
      what: 'it wants a password, for http',
      options: { login: 'a:b' },
      url: 'http://svc.invalid',
      says: /the proxy 127.0.0.1:\d+ asks for a user and a password \(407\)/,
    },
    {
      what: 'it wants a password, for https',
      options: { login: 'a:b' },
      url: 'https://svc.invalid',
      says: /the proxy 127.0.0.1:\d+ asks for a user and a password \(407\)/,
    },
    {
      what: 'it does not join',
      options: { refuse: 502 },
      url: 'https://svc.invalid',
      says: /the proxy 127.0.0.1:\d+ does not lead to the server \(502\)/,
    },
    {
      what: 'it does not forward',
      options: { refuse: 403 },
      url: 'http://svc.invalid',
      says: /http:\/\/svc.invalid or the proxy 127.0.0.1:\d+ does not let results through \(403\)/,
    },
    {
      what: 'it is down',
      url: 'https://svc.invalid',
      proxy: 'http://me:hunter22@127.0.0.1:1',
      says: /the proxy 127.0.0.1:1 could not be reached \(ECONNREFUSED\); check HTTPS_PROXY/,
    },
    {
      what: 'it is no proxy',
      url: 'http://svc.invalid',
      proxy: 'socks5://127.0.0.1:1',
      says: /HTTPS_PROXY or HTTP_PROXY is not an http or https address/,
    },
  ]
  test.concurrent.for(CASES_OF_PROXIES)('$what', async ({ options, url, proxy, says }) => {
    const started = await startProxy(options)
    const address = proxy ?? `http://me:hunter22@127.0.0.1:${started.port}`
    const ended = await runIntoTrouble({ SVC_URL: url, HTTPS_PROXY: address, HTTP_PROXY: address })
    await started.close()
    expectNoHarm(ended)
    expect(ended.lines).toHaveLength(2)
    expect(ended.lines.join('\n')).toMatch(says)
    expect(ended.lines.join('\n')).not.toContain('hunter22')
  })

  test.concurrent.for([
    ['svc.invalid', 'svc.invalid'],
    ['eu.svc.invalid', 'a.b, .svc.invalid'],
    ['eu.svc.invalid', '*.invalid'],
    ['svc.invalid', '*'],
    ['svc.invalid', 'SVC.invalid:80'],
  ] as const)('%s is excepted by NO_PROXY=%s', async ([host, except]) => {
    const proxy = await startProxy()
    const env = { SVC_URL: `http://${host}`, HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: except }
    const ended = await runIntoTrouble(env)
    await proxy.close()
    expect(proxy.asked).toEqual([])
    expect(ended.lines[0]).toContain('its name could not be resolved')
  })
})

test.concurrent.for([
  ['forwards', 3_600_000],
  ['backwards', -3_600_000],
] as const)('a clock that jumps %s changes no waiting', async ([, jumpMs]) => {
  const clock = join(makeFolder(), 'clock.mjs')
  writeFileSync(clock, `const now = Date.now; let jumps = 0; Date.now = () => now() + ${jumpMs} * jumps++`)
  const listening = await raw(() => undefined)
  const env = { NODE_OPTIONS: `--import=${clock}`, SVC_TIMEOUT_MS: '900' }
  const ended = await runIntoTrouble({ SVC_URL: `http://127.0.0.1:${listening.port}`, ...env })
  await listening.close()
  expectNoHarm(ended)
  expect(ended.tookMs).toBeGreaterThan(800)
  expect(ended.tookMs).toBeLessThan(900 + SLACK_MS)
  expect(ended.lines.join('\n')).toMatch(OUT_OF_TIME)
})

test('a server that goes away between two segments gets the rest later, and nothing twice', async () => {
  const server = await startServer((_, { from }) => (from >= 20_000 ? 'cut' : undefined))
  const env = { SVC_URL: server.url, TROUBLE_TESTS: '45000', SVC_TIMEOUT_MS: '3000' }
  const ended = await runIntoTrouble(env)
  expectNoHarm(ended)
  expect(ended.lines[0]).toMatch(/the connection was cut/)
  expect(server.entries()).toHaveLength(20_000)
  await server.close()

  const back = await startServer()
  const flushed = await runIntoTrouble({ SVC_URL: back.url }, ended.root)
  expect(flushed.lines.at(-1)).toBe('svc: 1 earlier run sent as well')
  const journal = back.seen.find(({ lines }) => lines.length > 1000)?.lines[0]
  expect(back.entries(journal?.[0] === 'open' ? journal[2].journal : '')).toHaveLength(45_001)
  await back.close()
})
