import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { everyOperation, type Walked } from '../../testing/isolation/operations.ts'
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
}

const writes = everyOperation().filter(({ method }) => method !== 'GET')
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
