import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { record } from '../src/recorder.ts'
import {
  artifactsOf,
  configFor,
  download,
  nextSuite,
  put,
  runWith,
  said,
  startDoor,
  type Told,
} from './artifact-setup.ts'
import { makeFolder } from './folders.ts'
import { failed, journalFiles, named, passed, startFor } from './recording.ts'

/** Resolves when the first artifact of a run lies beside its journal. */
const putAside = async (root: string) => {
  const list = () => journalFiles(root).find((name) => name.endsWith('.artifacts'))
  while (!list() || !readdirSync(join(root, '.svc/journal', list() ?? '')).includes('list.ndjson'))
    await sleep(5)
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
    const suite = nextSuite()
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
    'svc: 1 artifact sent, 9 left out (3 outside the project, 1 a symbolic link, 2 not a regular file, 1 gone, ' +
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

test('of more than 500 the first are sent, and equal ones only once', async () => {
  const root = makeFolder()
  const path = put(root, 'same.png', randomBytes(1_000))
  let puts = 0
  const url = await startDoor((method) => {
    if (method === 'PUT') puts += 1
    return undefined
  })
  const suite = nextSuite()
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

test("the runner's output folder may be outside the project, and files that it deletes are still sent", async () => {
  const root = makeFolder()
  const results = makeFolder()
  const suite = nextSuite()
  const recorder = record(startFor(root, { artifactFolders: [results] }), configFor({ suite }))
  const path = put(results, 'trace.zip', 'trace')
  recorder.attempt(
    named('pays'),
    failed('wrong', { attachments: [{ name: 't', contentType: 'a/zip', path }] }),
  )
  await putAside(root)
  rmSync(path)
  await recorder.finish({ status: 'failed' })
  const [artifact] = await artifactsOf(suite)
  expect(String(await download(artifact as Told))).toBe('trace')
})

test('a file that its test writes to again is sent as it was', async () => {
  const root = makeFolder()
  const suite = nextSuite()
  const recorder = record(startFor(root), configFor({ suite }))
  const path = put(root, 'screen.png', 'first')
  const attachments = [{ name: 's', contentType: 'image/png', path }]
  recorder.attempt(named('pays'), failed('wrong', { attachments }))
  await putAside(root)
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
