import type { LookupAddress } from 'node:dns'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/folder.ts'
import { openNameServer } from '../../testing/name-server.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { post } from './post.ts'
import { makeResolveHost, type ResolveHost } from './resolve-host.ts'

const asking = (organizationId: number, signal = new AbortController().signal) => ({ organizationId, signal })
const V4 = { address: '93.184.215.14', family: 4 }
const V6 = { address: '2606:2800:21f::1', family: 6 }

/** A system look-up that answers when the test says so. */
function heldLookup() {
  const begun: { host: string; answer: (addresses: LookupAddress[]) => void }[] = []
  const lookup = (host: string) => new Promise<LookupAddress[]>((answer) => void begun.push({ host, answer }))
  return { begun, lookup }
}

test('names that answer slowly take no thread, and end', async () => {
  const slow = Promise.withResolvers<null>()
  const server = await openNameServer((name) => (name.startsWith('slow') ? slow.promise : [V4.address]))
  const { begun, lookup } = heldLookup()
  const resolve = makeResolveHost({ servers: [server.address], lookup })
  const ending = new AbortController()
  const hosts = Array.from({ length: 16 }, (_, n) => `slow-${n}.example.com`)
  const waits = hosts.map((host) => resolve(host, asking(1, ending.signal)).catch(({ code }) => code))
  await server.until(2 * hosts.length)
  expect(await resolve('quick.example.com', asking(2))).toEqual([V4])
  expect(begun).toEqual([])
  ending.abort()
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['ECANCELLED']))
  slow.resolve(null)
  expect(begun).toEqual([])
})

test('both kinds of addresses count', async () => {
  const server = await openNameServer((name) =>
    name === 'both.example.com' ? [V6.address, V4.address] : null,
  )
  const resolve = makeResolveHost({ servers: [server.address] })
  expect(await resolve('both.example.com', asking(1))).toEqual([V4, V6])
  await expect(resolve('none.example.invalid', asking(1))).rejects.toHaveProperty('code')
})

test('the system finds local names, those of its file, and those that name servers do not know', async () => {
  const hostsFile = join(makeFolder(), 'hosts')
  await writeFile(hostsFile, '# Ours\n10.0.0.7\tCI.example.com ci2.example.com # mine\n')
  const server = await openNameServer(() => null)
  const found: string[] = []
  const lookup = async (host: string) => {
    found.push(host)
    return [V4]
  }
  const resolve = makeResolveHost({ servers: [server.address], hostsFile, lookup })
  for (const host of ['receiver', 'localhost', 'ci.example.com', 'CI2.example.com.'])
    expect(await resolve(host, asking(1))).toEqual([V4])
  expect(server.asked).toEqual([])
  expect(await resolve('team.cluster.example', asking(1))).toEqual([V4])
  expect(server.asked).toHaveLength(2)
  expect(found).toHaveLength(5)
  expect(await makeResolveHost()('localhost', asking(1))).toContainEqual({ address: '127.0.0.1', family: 4 })
})

test('the system looks up one name at a time, in turns between organizations', async () => {
  const { begun, lookup } = heldLookup()
  const resolve = makeResolveHost({ lookup })
  const leaving = new AbortController()
  const ask = (host: string, organization: number, signal?: AbortSignal) =>
    resolve(host, asking(organization, signal))
  const asked = [ask('a1', 1), ask('a2', 1), ask('a3', 1), ask('b1', 2), ask('c1', 3)]
  const left = ask('a4', 1, leaving.signal)
  leaving.abort()
  await expect(left).rejects.toHaveProperty('name', 'AbortError')
  for (let at = 0; at < asked.length; at++) {
    await expect.poll(() => begun.length).toBe(at + 1)
    begun[at]?.answer([V4])
  }
  expect(await Promise.all(asked)).toEqual(asked.map(() => [V4]))
  expect(begun.map(({ host }) => host)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('a name with one private address among public ones gets nothing, unless that is allowed', async () => {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const zone: Record<string, string[]> = {
    'mixed.example.com': [V4.address, '127.0.0.1'],
    'mapped.example.com': ['::ffff:7f00:1'],
    'six.example.com': [V4.address, 'fd00::1'],
    'own.example.com': ['127.0.0.1'],
  }
  const server = await openNameServer((name) => zone[name] ?? null)
  const resolveHost: ResolveHost = makeResolveHost({ servers: [server.address] })
  const { port } = new URL(receiver.url)
  const send = (host: string, protocol: string, allowPrivate: boolean) =>
    post({
      url: new URL(`${protocol}://${host}:${port}/hook`),
      ...{ headers: {}, body: '{}', allowPrivate, signal: new AbortController().signal },
      resolve: (name, signal) => resolveHost(name, asking(1, signal)),
    })
  for (const host of Object.keys(zone))
    expect((await send(host, 'https', false)).problem).toBe(
      `${host} does not resolve to a public https address, and this server may not send elsewhere.`,
    )
  expect(receiver.got).toEqual([])
  expect(await send('own.example.com', 'http', true)).toMatchObject({ status: 200, problem: null })
  expect(receiver.got).toHaveLength(1)
})
