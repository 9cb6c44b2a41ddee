import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LogRecord } from '../../ground/kernel/log.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { type Store, sqliteFile } from '../../ground/store/open.ts'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { made, ndjson, passed, run } from '../../testing/upload.ts'
import { settleWhereItFits } from '../settlement/settle-one.ts'
import { ingestOffThread } from './ingest-thread.ts'
import type { ReceivedUpload, UploadProcessor } from './upload-processor.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }

const uploadOf = (app: TestApp, body: string, organizationId: number): ReceivedUpload => ({
  kind: 'journal',
  body: Buffer.from(body),
  encoding: 'identity',
  from: 0,
  clientClock: null,
  receivedAt: app.clock(),
  organizationId,
  apiKeyId: null,
  projectId: null,
  baseUrl: '',
  defaults: {},
  mayStart: true,
})

const small = (build: string) => ndjson(run({ build, startedAt: 1, results: [passed('a')] }))

/** The thread of a server, ended with the test, and the two organizations of its database. */
async function open(app: TestApp, options: { heapMiB?: number; mostBusyMs?: number } = {}) {
  await addOrganization(app)
  const organizations = await app.store.read.selectFrom('organization').select('id').orderBy('id').execute()
  const [own = 0, other = 0] = organizations.map(({ id }) => id)
  const logged: LogRecord[] = []
  const ingest = ingestOffThread(app.store, TIMES, { ...options, log: (record) => void logged.push(record) })
  onTestFinished(() => ingest.close())
  return { ingest, own, other, logged }
}

/** The number of accepted entries, or the error. */
const acceptedBy = (ingest: UploadProcessor, upload: ReceivedUpload) =>
  ingest.apply(upload).then(
    ({ receipt }) => receipt.accepted,
    (error) => error,
  )

/** Adds to `events` when an upload is answered. */
const hear = (ingest: UploadProcessor, upload: ReceivedUpload, name: string, events: string[]) =>
  ingest.apply(upload).then(
    () => events.push(name),
    (error) => events.push(`${name}: ${error.code}`),
  )

onEachDatabase('an upload whose sender may no longer store it', (make) => {
  test('is refused when its turn comes, and the next one is stored', async () => {
    const app = await make()
    const { ingest, own, logged } = await open(app)
    const refusal = new Problem('UNAUTHORIZED', 'This API key was revoked during the request.')
    const refused = ingest.apply(uploadOf(app, small('refused'), own), () => Promise.reject(refusal))
    await expect(refused).rejects.toBe(refusal)
    expect(await acceptedBy(ingest, uploadOf(app, small('next'), own))).toBeGreaterThan(0)
    const builds = await app.store.read.selectFrom('execution').select('build').execute()
    expect(builds).toEqual([{ build: 'next' }])
    expect(logged).toEqual([])
  })
})

test('a body is read before its turn at the lock, so that a bad one waits for nobody and holds nobody up', async () => {
  const app = await makeApp()
  const { ingest, own } = await open(app)
  const events: string[] = []
  const gate = Promise.withResolvers<void>()
  const held = app.store.lock(() => gate.promise)
  await hear(ingest, uploadOf(app, '['.repeat(100_000), own), 'bad', events)
  const good = hear(ingest, uploadOf(app, small('good'), own), 'good', events)
  // Read while the lock is held: nothing more than a transaction is left to do when it is free.
  const writing = app.store.write(async () => events.push('write'))
  events.push('let go')
  gate.resolve()
  await Promise.all([held, good, writing])
  expect(events.slice(0, 2)).toEqual(['bad: INVALID_REQUEST', 'let go'])
  expect(events.slice(2).sort()).toEqual(['good', 'write'])
})

onBothDatabases('settling of large executions', (makeApp) => {
  test('runs in the thread, that of small ones here, each once and with its event', async () => {
    const app = await makeApp()
    const { ingest, own } = await open(app)
    const results = Array.from({ length: 2_001 }, (_, i) => passed(`test ${i}`))
    await ingest.apply(uploadOf(app, ndjson(run({ build: 'large', startedAt: 1, results })), own))
    await ingest.apply(uploadOf(app, small('small'), own))
    let writesHere = 0
    const store: Store = {
      ...app.store,
      write: (work) => {
        writesHere++
        return app.store.write(work)
      },
    }
    const order = { organizationId: own, rule: 'requested', now: app.clock() } as const
    const refusal = new Problem('UNAUTHORIZED', 'This API key was revoked during the request.')
    const late = { ...store, mayWrite: () => Promise.reject(refusal) }
    await expect(settleWhereItFits(late, ingest, TIMES, { ...order, executionId: 1 })).rejects.toBe(refusal)
    const settle = (executionId: number) => settleWhereItFits(store, ingest, TIMES, { ...order, executionId })
    expect((await Promise.all([settle(1), settle(1)])).sort()).toEqual([false, true])
    expect(writesHere).toBe(0)
    expect(await settle(2)).toBe(true)
    expect(writesHere).toBe(1)
    await expect(ingest.settle({ ...order, executionId: 99 })).rejects.toThrow('no result')
    const states = await app.store.read.selectFrom('execution').select('state').orderBy('id').execute()
    expect(states).toEqual([{ state: 'passed' }, { state: 'passed' }])
    const events = await app.store.read.selectFrom('outbox').select('kind').execute()
    expect(events).toEqual([{ kind: 'execution.settled' }, { kind: 'execution.settled' }])
  })
})

test('organizations take turns: many uploads of one do not come before the first of another', async () => {
  const app = await makeApp()
  const { ingest, own, other } = await open(app)
  const events: string[] = []
  const gate = Promise.withResolvers<void>()
  const held = app.store.lock(() => gate.promise)
  const flood = Array.from({ length: 5 }, (_, i) =>
    hear(ingest, uploadOf(app, small(`flood ${i}`), own), `flood ${i}`, events),
  )
  const one = hear(ingest, uploadOf(app, small('one'), other), 'one', events)
  gate.resolve()
  await Promise.all([held, ...flood, one])
  // The first two came while nobody else did.
  expect(events).toEqual(['flood 0', 'flood 1', 'one', 'flood 2', 'flood 3', 'flood 4'])
})

test('a thread that cannot start costs a request a refusal that says when to come again', async () => {
  const app = await makeApp()
  const file = join(app.folder, 'not-a-folder')
  writeFileSync(file, '')
  const logged: LogRecord[] = []
  const ingest = ingestOffThread({ ...app.store, address: { folder: file } }, TIMES, {
    log: (record) => void logged.push(record),
  })
  await expect(ingest.apply(uploadOf(app, small('a'), 1))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    facts: { retryAfterSeconds: 5 },
  })
  expect(logged).toMatchObject([
    { event: 'ingest thread ended', uploads: 1 },
    { event: 'ingest thread ended', uploads: 1 },
  ])
  await ingest.close()
  await expect(ingest.apply(uploadOf(app, small('b'), 1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a thread that starts after the database file was removed says so, and the next one stores', async () => {
  const app = await makeApp()
  const { ingest, own, logged } = await open(app)
  const file = sqliteFile(app.folder)
  renameSync(file, `${file}.away`)
  expect(await acceptedBy(ingest, uploadOf(app, small('a'), own))).toMatchObject({
    code: 'UNAVAILABLE',
    kind: 'missing',
    message: expect.stringMatching(/^The database file of the server is gone/),
  })
  expect(logged).toHaveLength(1)
  renameSync(`${file}.away`, file)
  expect(await acceptedBy(ingest, uploadOf(app, small('a'), own))).toBe(2)
})

onEachDatabase('a thread that runs out of memory', (makeApp) => {
  test('costs the upload that it was for, and no other', { tags: 'thorough' }, async () => {
    const app = await makeApp()
    const { ingest, own, other, logged } = await open(app, { heapMiB: 32 })
    const reason = (i: number) => `\u2603 ${i} ${'because '.repeat(400)}`
    const results = Array.from({ length: 4_700 }, (_, i) =>
      made(`t${i}`, {}, [{ status: 'skipped', detail: { skip: { kind: 'skip', reason: reason(i) } } }]),
    )
    const heavy = ndjson(run({ build: 'heavy', project: 'heavy', startedAt: 1, results }))
    const uploads = [
      uploadOf(app, small('before'), own),
      uploadOf(app, heavy, own),
      uploadOf(app, small('beside'), other),
      uploadOf(app, small('behind'), own),
    ].map((upload) => acceptedBy(ingest, upload))
    expect(await Promise.all(uploads)).toEqual([
      2,
      expect.objectContaining({
        code: 'PAYLOAD_TOO_LARGE',
        message:
          'Reading this upload takes more memory than the server has for one. Send fewer results at a time.',
      }),
      2,
      2,
    ])
    expect(logged.length).toBeGreaterThan(1)
    const builds = await app.store.read.selectFrom('execution').select('build').orderBy('build').execute()
    expect(builds.map(({ build }) => build)).toEqual(['before', 'behind', 'beside'])
    expect(
      await app.store.read.selectFrom('project').select('id').where('slug', '=', 'heavy').execute(),
    ).toEqual([])
  })
})

test('an upload that keeps the thread busy for too long costs itself, and no other', async () => {
  const app = await makeApp()
  const { ingest, own, other, logged } = await open(app, { mostBusyMs: 300 })
  // The thread starts, and has made its expressions, before what counts.
  await ingest.apply(uploadOf(app, small('first'), own))
  const errors = (i: number) => [{ message: `${i} ${'no such thing here, '.repeat(45)}${i}` }]
  const results = Array.from({ length: 16_000 }, (_, i) =>
    made(`t${i}`, {}, [{ status: 'failed', detail: { errors: errors(i) } }]),
  )
  const heavy = ndjson(run({ build: 'heavy', startedAt: 1, results }))
  const answers = [
    uploadOf(app, heavy, own),
    uploadOf(app, small('beside'), other),
    uploadOf(app, small('behind'), own),
  ].map((upload) => acceptedBy(ingest, upload))
  expect(await Promise.all(answers)).toEqual([
    expect.objectContaining({
      code: 'PAYLOAD_TOO_LARGE',
      message:
        'Reading this upload takes more processor time than the server has for one. Send fewer results at a time.',
    }),
    2,
    2,
  ])
  expect(logged).toMatchObject([
    { event: 'ingest thread ended', uploads: 1, error: { name: 'ThreadStuckError' } },
  ])
})
