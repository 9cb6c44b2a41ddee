// @module-tag thorough
import { afterAll, describe, expect, test } from 'vitest'
import { removeFolders } from './folders.ts'
import { type Answering, problem, startServer } from './server.ts'
import { authority, expectNoHarm, here, receipt, run, status, TRUST } from './trouble-cases.ts'
import { type Ended, runIntoTrouble } from './trouble-run.ts'
import { answering, answeringSecurely, startProxy } from './trouble-servers.ts'

afterAll(removeFolders)

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
    expect(ended.files).toEqual(['.gitignore', expect.stringMatching(/^sent\/svc-test-[0-9a-f]+\.json$/)])
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
      says: /the proxy 127.0.0.1:\d+ requires a user name and a password \(407\)/,
    },
    {
      what: 'it wants a password, for https',
      options: { login: 'a:b' },
      url: 'https://svc.invalid',
      says: /the proxy 127.0.0.1:\d+ requires a user name and a password \(407\)/,
    },
    {
      what: 'it does not join',
      options: { refuse: 502 },
      url: 'https://svc.invalid',
      says: /the proxy 127.0.0.1:\d+ does not forward to the server \(502\)/,
    },
    {
      what: 'it does not forward',
      options: { refuse: 403 },
      url: 'http://svc.invalid',
      says: /http:\/\/svc.invalid or the proxy 127.0.0.1:\d+ blocks uploads \(403\)/,
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
