import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort, type RealServer, startServer } from '../../../scripts/testing/server.ts'
import { sendArtifacts } from '../src/artifact-send.ts'
import { resolveConfig } from '../src/config.ts'
import { flushJournals } from '../src/flush-journals.ts'
import type { ReporterOptions } from '../src/options.ts'
import type { RecordedAttachment } from '../src/recorded.ts'
import { record } from '../src/recorder.ts'
import { svcFlush } from './crash/projects.ts'
import { makeFolder, removeFolders } from './folders.ts'
import { failed, journalFiles, named, passed, startFor } from './recording.ts'

let server: RealServer
let said: string[] = []
const closing: (() => unknown)[] = []
beforeAll(async () => {
  server = await startServer()
})
beforeEach(() => {
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  removeFolders()
  await server.stop()
})

const configFor = (options: ReporterOptions = {}, env: NodeJS.ProcessEnv = {}) =>
  resolveConfig(
    { apiKey: server.apiKey, url: server.url, project: 'fixture', ...options },
    { PATH: process.env.PATH, ...env },
    { isCI: false, id: null, name: null },
  )

let suites = 0
/** A run of one failing test with these attachments; gives its suite. */
const runWith = async (
  root: string,
  attachments: RecordedAttachment[],
  options: ReporterOptions = {},
  { env = {}, folders = [] as string[] } = {},
) => {
  const suite = `suite ${++suites}`
  const recorder = record(startFor(root, { artifactFolders: folders }), configFor({ suite, ...options }, env))
  recorder.attempt(named('pays'), { ...failed('wrong'), attachments })
  await recorder.finish({ status: 'failed' })
  return suite
}

interface Told {
  name: string
  state: string
  reason?: string
  sizeBytes?: number
  url?: string
}

const artifactsOf = async (suite: string, from: RealServer = server) => {
  const found = await from.get<{ id: string }[]>(`/api/executions?suite=${encodeURIComponent(suite)}`)
  expect(found).toHaveLength(1)
  return (await from.get<{ artifacts: Told[] }>(`/api/executions/${found[0]?.id}`)).artifacts
}

const download = async ({ url = '' }: Told, from: RealServer = server) => {
  const path = new URL(url).pathname
  const answer = await fetch(`${from.url}${path}`, { headers: { Authorization: `Bearer ${from.apiKey}` } })
  return Buffer.from(await answer.arrayBuffer())
}

const put = (root: string, name: string, bytes: Uint8Array | string) => {
  const path = join(root, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

const flushIn = (root: string, options: ReporterOptions = {}) =>
  flushJournals({ root, config: configFor(options), deadline: performance.now() + 10_000 })

/** Stands before the server and may answer instead of it. */
const startDoor = async (
  answering: (method: string, path: string, bytes: number) => number | 'wait' | undefined,
) => {
  const door = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const status = answering(method, url, Number(headers['content-length'] ?? 0))
    if (status === 'wait') return
    if (status !== undefined) return void outgoing.writeHead(status).end('<html>not svc</html>')
    const onward = request(`${server.url}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
    onward.on('error', () => outgoing.destroy())
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    door.close()
    door.closeAllConnections()
  })
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`
}

test('files and bodies come back byte by byte, and nothing is left on disk', async () => {
  const root = makeFolder()
  const shot = randomBytes(50_000)
  const video = randomBytes(9_000_000)
  const suite = await runWith(root, [
    { name: 'screenshot', contentType: 'image/png', path: put(root, 'out/a.png', shot) },
    { name: 'video', contentType: 'video/webm', path: put(root, 'out/b.webm', video) },
    { name: 'log', contentType: 'text/plain', body: Buffer.from('a body') },
    { name: 'empty', contentType: 'text/plain', path: put(root, 'out/empty.log', '') },
    { name: 'elsewhere', contentType: 'text/html', path: 'https://example.org/report' },
  ])
  expect(said).toEqual([expect.stringMatching(/^svc: 1 result sent → http/), 'svc: 4 artifacts sent\n'])
  const artifacts = await artifactsOf(suite)
  expect(artifacts.map(({ name, state, sizeBytes }) => [name, state, sizeBytes])).toEqual([
    ['screenshot', 'stored', 50_000],
    ['video', 'stored', 9_000_000],
    ['log', 'stored', 6],
    ['empty', 'stored', 0],
    ['elsewhere', 'unsent', undefined],
  ])
  const [first, second, third] = await Promise.all(artifacts.slice(0, 3).map((one) => download(one)))
  expect(first?.equals(shot)).toBe(true)
  expect(second?.equals(video)).toBe(true)
  expect(String(third)).toBe('a body')
  expect(journalFiles(root)).toEqual([])
})

test('of a test that passed in the end what its failures and tries after them attached is sent', async () => {
  const root = makeFolder()
  const shot = { name: 'shot', contentType: 'image/png', path: put(root, 'a.png', 'shot') }
  const run = async (artifacts: 'failed' | 'all' | 'none', env = {}) => {
    const suite = `suite ${++suites}`
    const recorder = record(startFor(root), configFor({ suite, ...(artifacts && { artifacts }) }, env))
    recorder.attempt(named('steady'), passed({ attachments: [shot] }))
    recorder.attempt(named('flaky'), failed('once', { attachments: [shot] }))
    recorder.attempt(named('flaky'), passed({ retry: 1, attachments: [shot] }))
    recorder.attempt(named('expected'), passed({ expectedFailure: true, attachments: [shot] }))
    await recorder.finish({ status: 'passed' })
    return (await artifactsOf(suite)).map(({ state }) => state)
  }
  expect(await run('failed')).toEqual(['unsent', 'stored', 'stored', 'unsent'])
  expect(await run('all')).toEqual(['stored', 'stored', 'stored', 'stored'])
  expect(await run('none')).toEqual(['unsent', 'unsent', 'unsent', 'unsent'])
  expect(said.join('')).not.toMatch(/left out/)
})

test('what cannot be sent is left out, each for its reason, and told in one line', async () => {
  const root = makeFolder()
  const outside = makeFolder()
  const secret = put(outside, 'secret.txt', 'not yours')
  symlinkSync(secret, join(root, 'link.txt'))
  symlinkSync(outside, join(root, 'folder-link'))
  const large = put(root, 'large.zip', '')
  truncateSync(large, 2 ** 31)
  const log = put(root, 'large.log', '')
  truncateSync(log, 51 * 1024 * 1024)
  const at = (name: string, path: string, contentType = 'application/octet-stream') => ({
    name,
    path,
    contentType,
  })
  const suite = await runWith(root, [
    at('outside', secret),
    at('relative', '../../../etc/passwd'),
    at('link', join(root, 'link.txt')),
    at('through a link', join(root, 'folder-link', 'secret.txt')),
    at('folder', root),
    at('device', '/dev/zero'),
    at('gone', join(root, 'gone.png')),
    at('2 GiB', large),
    at('large text', log, 'text/plain'),
    at('good', put(root, 'good.bin', 'good')),
  ])
  const told = said.filter((line) => line.includes('left out'))
  expect(told).toEqual([
    'svc: 1 artifact sent, 9 left out (3 outside of the project, 1 a symbolic link, 2 no regular file, 1 gone, ' +
      "1 over the server's limits, 1 over 50 MiB)\n",
  ])
  const artifacts = await artifactsOf(suite)
  expect(artifacts.map(({ name, state }) => [name, state])).toEqual([
    ...[
      'outside',
      'relative',
      'link',
      'through a link',
      'folder',
      'device',
      'gone',
      '2 GiB',
      'large text',
    ].map((name) => [name, 'left']),
    ['good', 'stored'],
  ])
  expect(artifacts[7]?.reason).toMatch(/2147483648 bytes/)
  expect(journalFiles(root)).toEqual([])
})

test('a file that changes while it is sent is looked at once more, and then given up', async () => {
  const root = makeFolder()
  const path = put(root, 'growing.zip', randomBytes(1_000))
  const suite = await runWith(root, [{ name: 'growing', contentType: 'a/zip', path }], { artifacts: 'none' })
  const [found] = await server.get<{ id: string }[]>(`/api/executions?suite=${encodeURIComponent(suite)}`)
  const { parts } = await server.get<{ parts: { journal: string }[] }>(`/api/executions/${found?.id}`)
  const url = await startDoor((method) => {
    if (method === 'POST') writeFileSync(path, randomBytes(2_000), { flag: 'a' })
    return undefined
  })
  const outcome = await sendArtifacts({
    config: configFor({ url }),
    journal: parts[0]?.journal ?? '',
    items: [{ entry: 0, number: 0, content: { file: path } }],
    deadline: performance.now() + 10_000,
  })
  expect(outcome).toMatchObject({ kind: 'done', sent: 0, left: new Map([['changed', 1]]) })
  expect(await artifactsOf(suite)).toMatchObject([
    { state: 'left', reason: 'It went on changing while it was read.' },
  ])
})

test('of more than 500 the first are sent, and equal ones only once', async () => {
  const root = makeFolder()
  const path = put(root, 'same.png', randomBytes(1_000))
  let puts = 0
  const url = await startDoor((method) => {
    if (method === 'PUT') puts += 1
    return undefined
  })
  const suite = `suite ${++suites}`
  const recorder = record(startFor(root), configFor({ suite, url }))
  const attachments = Array.from({ length: 100 }, (_, i) => ({
    name: `${i}`,
    contentType: 'image/png',
    path,
  }))
  for (let i = 0; i < 6; i += 1) recorder.attempt(named(`test ${i}`), failed('wrong', { attachments }))
  await recorder.finish({ status: 'failed' })
  expect(said.at(-1)).toBe('svc: 500 artifacts sent, 100 left out (100 beyond the first 500)\n')
  expect(puts).toBe(1)
  const states = (await artifactsOf(suite)).map(({ state }) => state)
  expect([states.filter((state) => state === 'stored').length, states.length]).toEqual([500, 600])
})

test('a folder that the runner names may lie outside, and what it clears away is sent all the same', async () => {
  const root = makeFolder()
  const results = makeFolder()
  const suite = `suite ${++suites}`
  const recorder = record(startFor(root, { artifactFolders: [results] }), configFor({ suite }))
  const path = put(results, 'trace.zip', 'trace')
  recorder.attempt(
    named('pays'),
    failed('wrong', { attachments: [{ name: 't', contentType: 'a/zip', path }] }),
  )
  while (
    !existsSync(join(root, '.svc/journal')) ||
    !journalFiles(root).some((name) => name.endsWith('.artifacts'))
  )
    await sleep(5)
  await sleep(50)
  rmSync(path)
  await recorder.finish({ status: 'failed' })
  const [artifact] = await artifactsOf(suite)
  expect(String(await download(artifact as Told))).toBe('trace')
})

test('a file that its test writes to again is sent as it was', async () => {
  const root = makeFolder()
  const suite = `suite ${++suites}`
  const recorder = record(startFor(root), configFor({ suite }))
  const path = put(root, 'screen.png', 'first')
  const attachments = [{ name: 's', contentType: 'image/png', path }]
  recorder.attempt(named('pays'), failed('wrong', { attachments }))
  const list = () => journalFiles(root).find((name) => name.endsWith('.artifacts'))
  while (!list() || !readdirSync(join(root, '.svc/journal', list() ?? '')).includes('list.ndjson'))
    await sleep(5)
  writeFileSync(path, 'second')
  recorder.attempt(named('pays'), failed('wrong', { retry: 1, attachments }))
  await recorder.finish({ status: 'failed' })
  const artifacts = await artifactsOf(suite)
  expect(await Promise.all(artifacts.map(async (one) => String(await download(one))))).toEqual([
    'first',
    'second',
  ])
})

test('secrets are masked in text, wherever they stand, and files of bytes are sent as they are', async () => {
  const root = makeFolder()
  const secret = 'hunter2-hunter2-hunter2'
  // Over many windows of the search, so that some stand across their edges.
  const filler = 'all work and no play makes a dull log\n'
  const lines = Array.from({ length: 40_000 }, (_, i) =>
    i % 97 === 0 ? `token=${secret};${filler}` : filler,
  )
  const text = lines.join('')
  const utf16 = Buffer.from(`\ufeffkey ${secret}`, 'utf16le')
  const latin = Buffer.concat([Buffer.from([0xe4, 0xf6, 0x20]), Buffer.from(secret)])
  const suite = await runWith(
    root,
    [
      { name: 'log', contentType: 'text/plain', path: put(root, 'a.log', text) },
      { name: 'har', contentType: 'application/json; charset=utf-8', body: Buffer.from(`{"a":"${secret}"}`) },
      { name: 'page', contentType: 'text/html', path: put(root, 'a.html', `<p>${secret}</p>`) },
      { name: 'svg', contentType: 'image/svg+xml', path: put(root, 'a.svg', `<svg>${secret}</svg>`) },
      { name: 'wide', contentType: 'text/plain', path: put(root, 'wide.txt', utf16) },
      { name: 'latin', contentType: 'text/plain', path: put(root, 'latin.txt', latin) },
      { name: 'zip', contentType: 'application/zip', path: put(root, 'a.zip', secret) },
    ],
    {},
    { env: { MY_SECRET: secret } },
  )
  const all = await Promise.all((await artifactsOf(suite)).map((one) => download(one)))
  const [log, har, page, svg, wide, latinOut, zip] = all
  expect(String(log)).toBe(text.replaceAll(secret, '[redacted]'))
  expect([har, page, svg].map(String)).toEqual([
    '{"a":"[redacted]"}',
    '<p>[redacted]</p>',
    '<svg>[redacted]</svg>',
  ])
  expect(wide?.toString('utf16le')).toBe('\ufeffkey [redacted]')
  expect(latinOut).toEqual(Buffer.concat([Buffer.from([0xe4, 0xf6, 0x20]), Buffer.from('[redacted]')]))
  expect(String(zip)).toBe(secret)
})

test('a server that goes away after the results keeps nobody: the next run or a flush sends the rest', async () => {
  const root = makeFolder()
  const bytes = randomBytes(5_000_000)
  let isUp = false
  const url = await startDoor((method) => (method === 'PUT' && !isUp ? 503 : undefined))
  const attachments = [
    { name: 'v', contentType: 'video/webm', path: put(root, 'v.webm', bytes) },
    { name: 'b', contentType: 'text/plain', body: Buffer.from('body') },
  ]
  const suite = await runWith(root, attachments, { url, artifactsTimeoutMs: 1_000 })
  expect(said[0]).toMatch(/^svc: 1 result sent/)
  expect(said.slice(1)).toEqual([
    expect.stringMatching(
      /^svc: 2 of 2 artifacts not sent: .*503.*; they are kept; to send them, run: npx @svc\/cli flush\n$/,
    ),
  ])
  rmSync(join(root, 'v.webm'))
  isUp = true
  // The next run's own results come first; then it takes along what was left.
  await runWith(root, [], { url })
  expect(said.at(-1)).toMatch(/1 earlier run sent as well/)
  const [video, body] = await artifactsOf(suite)
  expect((await download(video as Told)).equals(bytes)).toBe(true)
  expect(String(await download(body as Told))).toBe('body')
  expect(journalFiles(root)).toEqual([])
})

test('a silent server costs what the option allows, and not the results', async () => {
  const root = makeFolder()
  const url = await startDoor((_, path) => (path.startsWith('/api/artifacts') ? 'wait' : undefined))
  const begun = performance.now()
  await runWith(root, [{ name: 'a', contentType: 'image/png', path: put(root, 'a.png', 'a') }], {
    url,
    artifactsTimeoutMs: 700,
  })
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(said[0]).toMatch(/1 result sent/)
  expect(said[1]).toMatch(/1 of 1 artifacts not sent: .*artifactsTimeoutMs/)
  expect(journalFiles(root)).toHaveLength(2)
})

test('a proxy that takes no large requests gets smaller ones; one that takes none is told', async () => {
  const root = makeFolder()
  const bytes = randomBytes(3_000_000)
  const limits = [1_000_000, 1_000]
  const sizes: number[] = []
  for (const limit of limits) {
    const url = await startDoor((method, _, size) => {
      if (method !== 'PUT') return undefined
      sizes.push(size)
      return size > limit ? 413 : undefined
    })
    const suite = await runWith(
      root,
      [{ name: 'v', contentType: 'a/zip', path: put(root, 'v.zip', bytes) }],
      { url },
    )
    const [artifact] = await artifactsOf(suite)
    if (limit === 1_000_000) expect((await download(artifact as Told)).equals(bytes)).toBe(true)
    bytes[0] = (bytes[0] ?? 0) ^ 1
  }
  expect(Math.max(...sizes)).toBe(3_000_000)
  expect(said.at(-1)).toMatch(/1 of 1 artifacts not sent: .*refuses a request of this size \(413\)/)
  expect((await flushIn(root)).map(({ state }) => state)).toEqual(['sent'])
})

test('what was refused for good is not tried again', async () => {
  const root = makeFolder()
  const url = await startDoor(() => undefined)
  const viewer = await fetch(`${server.url}/api/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'gone' }),
  }).then((answer) => answer.json() as Promise<{ data: { value: string; id: string } }>)
  // A key that is revoked between results and artifacts: later, with another key, they go.
  let puts = 0
  const cut = await startDoor((method) => (method === 'PUT' && ++puts < 99 ? 401 : undefined))
  await runWith(root, [{ name: 'v', contentType: 'a/zip', path: put(root, 'v.zip', 'v') }], {
    url: cut,
    apiKey: viewer.data.value,
  })
  expect(said.at(-1)).toMatch(/1 of 1 artifacts not sent: .*401/)
  expect(puts).toBe(1)
  expect(await flushIn(root, { url })).toMatchObject([{ state: 'sent', reason: '1 artifact sent' }])
  expect(journalFiles(root)).toEqual([])
})

test('a full disk costs no result: what can be read where it lies is sent', async () => {
  const root = makeFolder()
  // The folder for artifacts cannot be made, as on a disk without room.
  const suite = `suite ${++suites}`
  const recorder = record(startFor(root), configFor({ suite }))
  const [journal = ''] = journalFiles(root).filter((name) => name.endsWith('.ndjson'))
  writeFileSync(join(root, '.svc/journal', journal.replace('.ndjson', '.artifacts')), 'in the way')
  const attachments = [
    { name: 'v', contentType: 'a/zip', path: put(root, 'v.zip', 'zip') },
    { name: 'b', contentType: 'text/plain', body: Buffer.from('body') },
  ]
  recorder.attempt(named('pays'), failed('wrong', { attachments }))
  await recorder.finish({ status: 'failed' })
  expect(said.map((line) => line.split(' →')[0])).toEqual(['svc: 1 result sent', 'svc: 2 artifacts sent\n'])
  const all = await Promise.all((await artifactsOf(suite)).map((one) => download(one)))
  expect(all.map(String)).toEqual(['zip', 'body'])
})

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const startRun = (root: string, env: NodeJS.ProcessEnv) => {
  const script = fileURLToPath(new URL('./artifact-run.ts', import.meta.url))
  const child = spawn(process.execPath, [script, root, 'files'], {
    env: { PATH: process.env.PATH, CI: 'false', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  return child
}

/** Passes connections on, and breaks one after so many bytes where it is told to. */
const startRelay = async (to: () => string, onBytes: (count: number) => void) => {
  const sockets = new Set<Socket>()
  const relay = createTcpServer((client) => {
    const upstream = connect(Number(new URL(to()).port), '127.0.0.1')
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) sockets.add(socket.on('error', cut).on('close', cut))
    client.on('data', (piece) => onBytes(piece.length))
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    relay.close()
  })
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
}

const FILES = 6
const BYTES = 2_500_000
const makeFiles = (root: string) =>
  Array.from({ length: FILES }, (_, i) => {
    const bytes = randomBytes(BYTES)
    put(root, `files/${i}.zip`, bytes)
    return createHash('sha256').update(bytes).digest('hex')
  })

const sumsOf = async (artifacts: Told[], from: RealServer = server) =>
  Promise.all(
    artifacts.map(async (one) =>
      createHash('sha256')
        .update(await download(one, from))
        .digest('hex'),
    ),
  )

test('a client that is killed in the middle of an upload loses and doubles nothing', async () => {
  const root = makeFolder()
  const sums = makeFiles(root)
  let seen = 0
  let killAt = Number.POSITIVE_INFINITY
  let victim: ChildProcess | undefined
  const url = await startRelay(
    () => server.url,
    (count) => {
      seen += count
      if (seen < killAt) return
      killAt = Number.POSITIVE_INFINITY
      victim?.kill('SIGKILL')
    },
  )
  const suite = `suite ${++suites}`
  const env = { SVC_URL: url, SVC_API_KEY: server.apiKey, SVC_PROJECT: 'fixture', SVC_SUITE: suite }
  killAt = 1_000_000
  victim = startRun(root, env)
  await once(victim, 'exit')
  expect(victim.signalCode).toBe('SIGKILL')
  // The runner of the next run clears its folder.
  rmSync(join(root, 'files'), { recursive: true })
  for (const more of [3_000_000, 4_000_000, 2_000_000]) {
    seen = 0
    killAt = more
    const flushing = svcFlush(root, env)
    victim = flushing.child
    const ended = await flushing.done
    expect(victim.signalCode, JSON.stringify(ended)).toBe('SIGKILL')
  }
  killAt = Number.POSITIVE_INFINITY
  const { code, journals } = await svcFlush(root, env).done
  expect([code, journals]).toMatchObject([0, [{ state: 'sent', isComplete: true }]])
  expect(readdirSync(join(root, '.svc/journal'))).toEqual([])
  const artifacts = await artifactsOf(suite)
  expect(artifacts.map(({ state }) => state)).toEqual(Array.from({ length: FILES }, () => 'stored'))
  expect(await sumsOf(artifacts)).toEqual(sums)
  expect((await svcFlush(root, env).done).journals).toEqual([])
})

test('a server that is killed in the middle of a piece goes on where it was', async () => {
  const root = makeFolder()
  const data = makeFolder()
  const port = await freePort()
  const sums = makeFiles(root)
  const first = await startServer({ data, port })
  let current: RealServer = first
  let seen = 0
  let kills = 0
  const url = await startRelay(
    () => current.url,
    (count) => {
      seen += count
      if (kills >= 2 || seen < (kills + 1) * 3_500_000) return
      kills += 1
      void restart()
    },
  )
  const restart = async () => {
    await current.end('SIGKILL')
    current = { ...(await startServer({ data, port })), apiKey: first.apiKey }
  }
  const suite = `suite ${++suites}`
  const env = { SVC_URL: url, SVC_API_KEY: first.apiKey, SVC_PROJECT: 'fixture', SVC_SUITE: suite }
  const run = startRun(root, env)
  await once(run, 'exit')
  for (let turn = 0; turn < 10 && journalFiles(root).length > 0; turn += 1) await svcFlush(root, env).done
  expect(kills).toBe(2)
  expect(journalFiles(root)).toEqual([])
  const reader: RealServer = {
    ...current,
    get: async (path) => {
      const answer = await fetch(current.url + path, { headers: { Authorization: `Bearer ${first.apiKey}` } })
      return ((await answer.json()) as { data: never }).data
    },
  }
  const artifacts = await artifactsOf(suite, reader)
  expect(artifacts.map(({ state }) => state)).toEqual(Array.from({ length: FILES }, () => 'stored'))
  expect(await sumsOf(artifacts, reader)).toEqual(sums)
  const files = readdirSync(join(data, 'artifacts'), { recursive: true, withFileTypes: true })
  expect(files.filter((entry) => entry.isFile())).toHaveLength(FILES)
  await current.stop()
})

test('results that were sent are not sent again for the sake of artifacts', async () => {
  const root = makeFolder()
  let ingests = 0
  let isUp = false
  const url = await startDoor((method, path) => {
    if (path === '/api/ingest') ingests += 1
    return method === 'PUT' && !isUp ? 500 : undefined
  })
  const attachments = [{ name: 'v', contentType: 'a/zip', path: put(root, 'v.zip', randomBytes(9)) }]
  await runWith(root, attachments, { url, artifactsTimeoutMs: 300 })
  isUp = true
  expect(await flushIn(root, { url })).toMatchObject([
    { state: 'sent', url: expect.stringContaining('/executions/') },
  ])
  expect(ingests).toBe(1)
  // Where the note of that is lost, sending everything again does no harm.
  isUp = false
  const suite = await runWith(
    root,
    attachments.map((one) => ({ ...one, path: put(root, 'w.zip', 'w') })),
    {
      url,
      artifactsTimeoutMs: 300,
    },
  )
  const [folder = ''] = journalFiles(root).filter((name) => name.endsWith('.artifacts'))
  rmSync(join(root, '.svc/journal', folder, 'results-sent.json'))
  isUp = true
  expect(await flushIn(root, { url })).toMatchObject([{ state: 'sent' }])
  const artifacts = await artifactsOf(suite)
  expect(artifacts).toHaveLength(1)
  expect(String(await download(artifacts[0] as Told))).toBe('w')
  expect(readFileSync(join(root, '.svc/.gitignore'), 'utf8')).toBe('*\n')
})
