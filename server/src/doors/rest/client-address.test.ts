import { expect, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'

test('however a proxy writes an address, it is one address; ports and zones are no part of it', async () => {
  const app = await makeApp({ proxies: 1, rateLimits: { failures: 1 } })
  const isFirst = async (forwarded: string) =>
    (await app.get('/api/keys', { key: null, headers: { 'X-Forwarded-For': forwarded } })).status === 401
  const same = [
    [
      '192.0.2.1',
      '192.0.2.1:40001',
      '192.0.2.1:40002',
      '::ffff:192.0.2.1',
      '::FFFF:c000:0201',
      '[::ffff:192.0.2.1]:443',
    ],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::9', '[2001:db8:1:2::7]:40001', '2001:db8:1:2::8%eth0'],
    ['2001:db8::1', '2001:db8:0:0:1::1'],
    ['unknown', 'unknown'],
  ]
  for (const [first = '', ...others] of same) {
    expect([first, await isFirst(first)]).toEqual([first, true])
    for (const other of others) expect([other, await isFirst(other)]).toEqual([other, false])
  }
})
