import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { configFor } from '../test/recording.ts'
import { flushJournals } from './flush-journals.ts'
import { journalFolder, makeJournalFolder } from './folder.ts'
import { sendOrKeep } from './kept-experiments.ts'
import type { SentExperiment } from './send-experiments.ts'

afterAll(removeFolders)

const EXECUTION = '00000000-0000-4000-8000-000000000001'
const experiment: SentExperiment = {
  id: '00000000-0000-4000-9000-000000000001',
  purpose: 'burn-in',
  test: { file: 'a.test.js', titles: ['pays'], variant: '', leg: 'linux' },
  alike: 1,
  head: { commit: 'a'.repeat(40), dirty: false, command: 'npx vitest run' },
  base: null,
  machine: 'linux',
  startedAt: '2026-01-02T03:04:05.000Z',
  trials: [{ side: 'head', result: 'failed', durationMs: 1 }],
}

/** A server that answers with the status of the moment, and keeps what it was sent. */
const serve = async () => {
  const state = { status: 503, bodies: [] as unknown[], seen: [] as string[][], root: '' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    state.bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    state.seen.push(filesIn(state.root))
    response.statusCode = state.status
    response.end(state.status === 200 ? '{}' : '{"error":{"code":"CONFLICT","message":"too many"}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

const filesIn = (root: string) => readdirSync(journalFolder(root)).filter((name) => !name.startsWith('.'))

const place = async () => {
  const server = await serve()
  server.root = makeFolder()
  const { root, url } = server
  const send = () =>
    sendOrKeep({ url, apiKey: 'k', root }, { execution: EXECUTION, experiments: [experiment] })
  const flushed = (to = url) =>
    flushJournals({ root, config: configFor({ url: to }), deadline: performance.now() + 60_000 })
  return { server, root, send, flushed }
}

test('trials that the server cannot take now are kept in the journal, and the next flush sends them once', async () => {
  const { server, root, flushed } = await place()
  const { url } = server
  const kept = await sendOrKeep(
    { url: 'http://127.0.0.1:9', apiKey: 'k', root },
    { execution: EXECUTION, experiments: [experiment] },
  )
  expect(kept).toMatchObject({
    kind: 'unsent',
    isFinal: false,
    kept: expect.stringContaining('.experiments.json'),
  })
  // They are of that server.
  expect(await flushed()).toMatchObject([
    { state: 'postponed', reason: expect.stringContaining('127.0.0.1:9') },
  ])
  expect(server.bodies).toEqual([])
  const [name = ''] = filesIn(root)
  writeFileSync(
    join(journalFolder(root), name),
    JSON.stringify({ server: url, execution: EXECUTION, experiments: [experiment] }),
  )
  server.status = 200
  expect(await flushed()).toMatchObject([{ state: 'sent', entries: 1 }])
  expect(server.bodies).toEqual([{ execution: EXECUTION, experiments: [experiment] }])
  expect(filesIn(root)).toEqual([])
  expect(await flushed()).toEqual([])
})

test('trials are on the disk before they are sent, so that a killed process loses none', async () => {
  const { server, root, send } = await place()
  server.status = 200
  expect(await send()).toEqual({ kind: 'sent', count: 1 })
  expect(server.seen).toEqual([[expect.stringContaining('.experiments.json')]])
  expect(filesIn(root)).toEqual([])
})

test('what the server never takes is set aside by a flush, and a damaged file does not stop the others', async () => {
  const { server, root, send, flushed } = await place()
  server.status = 409
  expect(await send()).toMatchObject({
    kind: 'unsent',
    isFinal: true,
    reason: expect.stringContaining('too many'),
  })
  expect(filesIn(root)).toEqual([])
  const folder = makeJournalFolder(root)
  writeFileSync(join(folder, 'a.experiments.json'), '{"server"')
  writeFileSync(
    join(folder, 'b.experiments.json'),
    JSON.stringify({ server: server.url, execution: EXECUTION, experiments: [experiment] }),
  )
  expect(await flushed()).toMatchObject([
    { state: 'rejected', reason: 'the file is damaged' },
    { state: 'rejected', reason: expect.stringContaining('too many') },
  ])
  expect(filesIn(root)).toEqual(['rejected'])
})

test('a file that cannot be set aside is a reason, and stops no flush', async () => {
  const { server, root, flushed } = await place()
  server.status = 409
  const folder = makeJournalFolder(root)
  // A file has the place of the folder of refused journals.
  writeFileSync(join(folder, 'rejected'), '')
  writeFileSync(
    join(folder, 'a.experiments.json'),
    JSON.stringify({ server: server.url, execution: EXECUTION, experiments: [experiment] }),
  )
  expect(await flushed()).toMatchObject([{ state: 'postponed', reason: expect.stringContaining('EEXIST') }])
})
