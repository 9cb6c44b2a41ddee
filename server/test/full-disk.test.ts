import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ARTIFACT_HEADERS } from '@svc/protocol'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { expect, onTestFinished, test } from 'vitest'
import { passed, run } from '../src/testing/upload.ts'
import { mountSmallDisk } from './small-disk.ts'

const MIB = 1024 * 1024

interface Told {
  success: boolean
  data: { execution: { id: string }; items: { id: string; state: string }[]; state: string }
  error: { code: string; message: string }
}

function clientOf({ url, apiKey }: RealServer) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${apiKey}`, ...(init.headers as Record<string, string>) }
    const answer = await fetch(url + path, { ...init, headers })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Told }
  }
  const upload = (lines: ReturnType<typeof run>) =>
    ask('/api/ingest', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
  return {
    ask,
    upload,
    readiness: async () => {
      const answer = await fetch(`${url}/readyz`)
      return { status: answer.status, message: ((await answer.json()) as Told).error?.message }
    },
  }
}

const events = (stderr: string) =>
  stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { event: string; reason?: string; level: string })
    .filter(({ event }) => event !== 'execution.settled')
    .map(({ event, reason }) => reason ?? event)

let made = 0
const many = (count: number) =>
  Array.from({ length: count }, () => passed(`a test with a name of its own ${++made}`))

test('a full disk of SQLite answers 507, says first what failed first, and is over when there is room', async (context) => {
  const disk = mountSmallDisk(context, 24)
  const server = await startServer({ data: join(disk.path, 'data') })
  onTestFinished(() => server.stop())
  const { ask, upload, readiness } = clientOf(server)
  const kept = (await upload(run({ results: many(10) }))).body.data.execution.id
  disk.fill(256 * 1024)
  let refused = await upload(run({ results: many(3_000) }))
  // The write-ahead log has room of its own for some.
  while (refused.status === 200) refused = await upload(run({ results: many(3_000) }))
  expect([refused.status, refused.body.error.code]).toEqual([507, 'STORAGE_FULL'])
  expect(refused.body.error.message).toMatch(/disk of the database is full/)
  expect(refused.headers.get('Retry-After')).toBe('60')
  // Reading works, and proves nothing.
  await expect.poll(readiness).toEqual({ status: 503, message: 'The disk of the database is full.' })
  for (let i = 0; i < 3; i++) expect(await readiness()).toMatchObject({ status: 503 })
  expect((await ask(`/api/executions/${kept}`)).status).toBe(200)

  disk.free()
  await expect.poll(readiness).toEqual({ status: 200, message: undefined })
  expect((await upload(run({ results: many(3_000) }))).status).toBe(200)
  const { code, stderr } = await server.end('SIGTERM')
  expect(code).toBe(0)
  expect([events(stderr)[0], events(stderr).at(-1)]).toEqual([
    'The disk of the database is full.',
    'database in order again',
  ])
  expect(stderr).toContain('database or disk is full')
  expect(stderr).not.toContain('cannot rollback')
})

test('a full disk of artifacts answers 507, and the upload continues where it was when there is room', async (context) => {
  const disk = mountSmallDisk(context, 4)
  const data = mkdtempSync(join(tmpdir(), 'svc-full-'))
  const folder = join(disk.path, 'artifacts')
  const server = await startServer({ data, env: { SVC_ARTIFACTS_FOLDER: folder } })
  onTestFinished(async () => {
    await server.stop()
    rmSync(data, { recursive: true })
  })
  const { ask, upload, readiness } = clientOf(server)
  const bytes = randomBytes(2 * MIB)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [result] = many(1)
  if (!result) throw new Error('No test was made')
  result.attempts[0] = {
    status: 'passed',
    detail: { attachments: [{ name: 'trace', contentType: 'application/zip' }] },
  }
  const lines = run({ results: [result] })
  await upload(lines)
  const [, , open] = lines[0] as [string, number, { journal: string }]
  const declared = await ask('/api/artifacts', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      journal: open.journal,
      items: [{ entry: 0, number: 0, sizeBytes: bytes.length, sha256 }],
    }),
  })
  const id = declared.body.data.items[0]?.id
  const send = async () => {
    const path = `/api/artifacts/${id}/upload`
    const held = Number((await ask(path)).headers.get(ARTIFACT_HEADERS.offset))
    return ask(path, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream', [ARTIFACT_HEADERS.offset]: String(held) },
      body: bytes.subarray(held),
    })
  }
  // First without room for the folder's own mark.
  for (const leftBytes of [0, MIB]) {
    disk.fill(leftBytes)
    const refused = await send()
    expect([refused.status, refused.body.error?.code]).toEqual([507, 'STORAGE_FULL'])
    await expect.poll(readiness).toEqual({ status: 503, message: 'The disk for artifacts is full.' })
    disk.free()
    await expect.poll(readiness).toEqual({ status: 200, message: undefined })
    expect(readFileSync(join(folder, '.svc-folder'), 'utf8')).toMatch(/^[0-9a-f-]{36}$/)
  }
  const stored = await send()
  expect([stored.status, stored.body.data?.state]).toEqual([200, 'stored'])
  const { stderr } = await server.end('SIGTERM')
  expect(events(stderr)).toEqual(
    expect.arrayContaining(['The disk for artifacts is full.', 'artifacts in order again']),
  )
})
