import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { everyOperation, type Walked } from '../../testing/isolation/operations.ts'
import { missingFrom, readRows } from '../../testing/isolation/rows.ts'
import { addPerson } from '../../testing/people.ts'

/** What `fetch` of a page sends. */
const SCRIPT = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Requests that markup in an uploaded file can cause with a click, as Chromium and Firefox send them. */
const NAVIGATIONS: Record<string, Record<string, string>> = {
  'a form in a tab': {
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
    Origin: 'http://svc.test',
    'Content-Type': 'text/plain',
  },
  'a form in a frame': {
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Dest': 'iframe',
    'Sec-Fetch-Mode': 'navigate',
    'Content-Type': 'application/x-www-form-urlencoded',
  },
  'a ping of a link': {
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Dest': 'empty',
    'Sec-Fetch-Mode': 'no-cors',
    'Content-Type': 'text/ping',
  },
  'a form over plain http': { Origin: 'http://svc.test', 'Content-Type': 'text/plain' },
  'a form over plain http, without a type': { Origin: 'http://svc.test' },
  'a form of a page in a sandbox': { Origin: 'null', 'Content-Type': 'text/plain' },
  'a report of a policy': {
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Dest': 'report',
    'Sec-Fetch-Mode': 'no-cors',
    'Content-Type': 'application/csp-report',
  },
  // No browser sends these: they must be refused by more than the type.
  'a navigation with the type of a script': {
    ...JSON_TYPE,
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
  },
  'a script without a type': { ...SCRIPT, 'Content-Type': 'text/plain' },
  'half of the headers': { ...JSON_TYPE, 'Sec-Fetch-Site': 'same-origin' },
  ...Object.fromEntries(
    [
      'text/plain; application/json',
      'text/plain;charset=application/json',
      'multipart/form-data; boundary=application/json',
      'application/json, text/plain',
      'application/jsonp',
      'text/json',
    ].map((type) => [
      `the type ${type} over plain http`,
      { Origin: 'http://svc.test', 'Content-Type': type },
    ]),
  ),
}

/** Requests that a page of another site can cause, as Chromium and Firefox send them, and older browsers. */
const READS: Record<string, Record<string, string>> = {
  'a picture': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' },
  'a script': { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': 'no-cors' },
  'a frame': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' },
  'an object': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'object', 'Sec-Fetch-Mode': 'navigate' },
  'a navigation without a click': {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
  },
  'a page loaded in advance': {
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Purpose': 'prefetch',
  },
  'a frame that a person clicked': {
    'Sec-Fetch-Site': 'same-site',
    'Sec-Fetch-Dest': 'iframe',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
  },
  'a stream': {
    'Sec-Fetch-Site': 'same-site',
    'Sec-Fetch-Dest': 'empty',
    'Sec-Fetch-Mode': 'cors',
    Origin: 'http://evil.svc.test',
  },
  'a fetch over plain http': { Origin: 'http://evil.svc.test' },
  'a fetch of a page in a sandbox': { Origin: 'null' },
}

/** Requests of a person, and of this server's pages. */
const OWN: Record<string, Record<string, string>> = {
  'a link of another site': {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
  },
  'a typed address': {
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
  },
  'an own picture': {
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Dest': 'image',
    'Sec-Fetch-Mode': 'no-cors',
  },
  'an own script': SCRIPT,
  'an own page that the address bar loads in advance': { ...SCRIPT, 'Sec-Purpose': 'prefetch;prerender' },
  'over plain http': {},
  'the same, loaded in advance': { 'Sec-Purpose': 'prefetch;prerender' },
  'a link in Safari': {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'User-Agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  },
}

const writes = everyOperation().filter(({ method }) => method !== 'GET')
const reads = everyOperation().filter(({ method, access }) => method === 'GET' && access !== null)
const addressOf = ({ path }: Walked) => path.replace(/:\w+/g, '01a1fd75-58b0-716d-8ffb-1e05aeaafcd6')

onBothDatabases('writes with a cookie', (make) => {
  test('no navigation, form, ping or report can make any of them', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'admin' })
    const passed: unknown[] = []
    for (const operation of writes)
      for (const [what, headers] of Object.entries(NAVIGATIONS)) {
        // A DELETE has no body, and no markup can send one.
        if (operation.method === 'DELETE' && /script|plain http/.test(what)) continue
        const answer = await app.request(addressOf(operation), {
          method: operation.method,
          key: null,
          headers: { Cookie: `svc_session=${token}`, ...headers },
          ...(operation.hasBody && { body: '' }),
        })
        const { error } = (await answer.json()) as { error?: { code: string } }
        if (error?.code !== 'FORBIDDEN') passed.push([operation.id, what, answer.status, error?.code])
      }
    expect(passed).toEqual([])
    expect((await app.request('/api/whoami', { key: token })).status).toBe(200)
  })

  test('a script of a page reaches every one of them', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'viewer' })
    const refused: unknown[] = []
    for (const operation of writes.filter(({ isByHand, path }) => !isByHand && !/sign-out|renew/.test(path)))
      for (const headers of [SCRIPT, { Origin: 'http://svc.test' }]) {
        const answer = await app.request(addressOf(operation), {
          method: operation.method,
          key: null,
          headers: { Cookie: `svc_session=${token}`, ...headers, ...JSON_TYPE },
          ...(operation.hasBody && { body: '{}' }),
        })
        const text = await answer.text()
        if (/own pages|as application\/json/.test(text)) refused.push([operation.id, text])
      }
    expect(refused).toEqual([])
  })
})

onBothDatabases('reads with a cookie', (make) => {
  test('no page of another site makes one, except by a link that a person follows, which changes nothing', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'admin' })
    await app.request('/api/whoami', { key: token })
    await app.idle()
    const before = await readRows(app)
    const wrong: unknown[] = []
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await app.request(path, {
        key: null,
        headers: { Cookie: `svc_session=${token}`, ...headers },
      })
      // A stream does not end.
      if (answer.ok) await answer.body?.cancel()
      return answer.ok ? false : /Only pages of this server may read this/.test(await answer.text())
    }
    for (const operation of reads) {
      for (const [what, headers] of Object.entries(READS))
        if (!(await ask(addressOf(operation), headers))) wrong.push([operation.id, what, 'passed'])
      for (const [what, headers] of Object.entries(OWN))
        if (await ask(addressOf(operation), headers)) wrong.push([operation.id, what, 'refused'])
    }
    await app.idle()
    const after = await readRows(app)
    expect([wrong, missingFrom(after, before), missingFrom(before, after)]).toEqual([[], [], []])
  })

  test('none becomes a write, whatever method it asks for, and no answer is for pages of others', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'admin' })
    await app.request('/api/whoami', { key: token })
    await app.idle()
    const before = await readRows(app)
    const shared: string[] = []
    for (const operation of writes) {
      const path = `${addressOf(operation)}?_method=${operation.method}`
      const override = Object.fromEntries(
        ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((name) => [
          name,
          operation.method,
        ]),
      )
      const headers = { Cookie: `svc_session=${token}`, ...OWN['a link of another site'], ...override }
      await (await app.request(path, { key: null, headers })).body?.cancel()
      const answers = [
        await app.request(addressOf(operation), {
          method: 'OPTIONS',
          key: null,
          headers: {
            Origin: 'https://evil.example',
            'Access-Control-Request-Method': operation.method,
            'Access-Control-Request-Headers': 'content-type',
          },
        }),
        await app.request(addressOf(operation), { headers: { Origin: 'https://evil.example' } }),
      ]
      for (const answer of answers) {
        await answer.body?.cancel()
        if ([...answer.headers.keys()].some((name) => name.startsWith('access-control-')))
          shared.push(operation.id)
      }
    }
    await app.idle()
    const after = await readRows(app)
    expect([missingFrom(after, before), missingFrom(before, after), shared]).toEqual([[], [], []])
    expect((await app.request('/api/whoami', { key: token })).status).toBe(200)
  })
})
