import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firedTimers, NOTICE_MS } from '@svc/test-kit/fired-timers'
import { expect, onTestFinished, test } from 'vitest'
import { sendArtifacts } from '../src/artifact-send.ts'
import { record } from '../src/recorder.ts'
import {
  artifactsOf,
  configFor,
  download,
  flushIn,
  nextSuite,
  put,
  runWith,
  said,
  server,
  startDoor,
  type Told,
} from './artifact-setup.ts'
import { makeFolder } from './folders.ts'
import { failed, journalFiles, named, startFor } from './recording.ts'

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
    deadline: performance.now() + 60_000,
  })
  expect(outcome).toMatchObject({ kind: 'done', sent: 0, left: new Map([['changed', 1]]) })
  expect(await artifactsOf(suite)).toMatchObject([
    { state: 'left', reason: 'It kept changing while the reporter read it.' },
  ])
})

test('a server that goes away after the results keeps nobody: the next run or a flush sends the rest', {
  tags: 'thorough',
}, async () => {
  const root = makeFolder()
  const bytes = randomBytes(5_000_000)
  let isUp = false
  const url = await startDoor((method) => (method === 'PUT' && !isUp ? 503 : undefined))
  const attachments = [
    { name: 'v', contentType: 'video/webm', path: put(root, 'v.webm', bytes) },
    { name: 'b', contentType: 'text/plain', body: Buffer.from('body') },
  ]
  const suite = await runWith(root, attachments, { url })
  expect(said[0]).toMatch(/^svc: 1 result sent/)
  expect(said.slice(1)).toEqual([
    expect.stringMatching(
      /^svc: 2 of 2 artifacts not sent: .*503.*; they are kept; to send them, run: .*svc flush\n$/,
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
  const { fired, restore } = firedTimers()
  onTestFinished(restore)
  await runWith(root, [{ name: 'a', contentType: 'image/png', path: put(root, 'a.png', 'a') }], {
    url,
    artifactsTimeoutMs: 700,
  })
  expect(Math.max(0, ...fired)).toBeLessThanOrEqual(NOTICE_MS)
  expect(said[0]).toMatch(/1 result sent/)
  expect(said[1]).toMatch(/1 of 1 artifacts not sent: .*artifactsTimeoutMs/)
  expect(journalFiles(root)).toHaveLength(2)
})

test('a proxy that rejects large requests gets smaller ones; one that rejects all is reported', async () => {
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
  expect(said.at(-1)).toMatch(/1 of 1 artifacts not sent: .*rejects a request of this size \(413\)/)
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
  expect(await flushIn(root, { url })).toMatchObject([{ state: 'sent', note: '1 artifact sent' }])
  expect(journalFiles(root)).toEqual([])
})

test('a full disk costs no result: what can be read where it lies is sent', async () => {
  const root = makeFolder()
  // The folder for artifacts cannot be made, as on a disk without room.
  const suite = nextSuite()
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
  // The server has the results, so whoever flushes can go on with their execution.
  expect(await flushIn(root, { url, artifactsTimeoutMs: 300 })).toMatchObject([
    { state: 'postponed', hasResults: true, url: expect.stringContaining('/executions/') },
  ])
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
