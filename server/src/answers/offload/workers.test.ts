import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sqliteFile } from '../../ground/store/open.ts'
import { readParts } from '../../results/executions/read-parts.ts'
import { writeResults } from '../../results/results/write-results.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { passed, run, send } from '../../testing/upload.ts'
import type { ThreadOptions } from './answer-thread.ts'
import type { WorkInput } from './thread-work.ts'
import { OffloadWorkers } from './workers.ts'

const { postMessage } = Worker.prototype

/** More than a thread makes before the client has read the first piece. */
const RESULTS = 1_600

async function prepare(app: TestApp, options: ThreadOptions) {
  const results = Array.from({ length: RESULTS }, (_, i) => passed(`test ${i}`))
  const { data } = await send(app, run({ build: 'one', results }))
  const { id } = await app.store.read
    .selectFrom('execution')
    .select('id')
    .where('public_id', '=', data.execution.id)
    .executeTakeFirstOrThrow()
  const { infos } = await readParts(app.store, id)
  const wanted: WorkInput<'results'> = {
    executionId: id,
    parts: infos,
    statuses: null,
    after: null,
    limit: Number.POSITIVE_INFINITY,
    attachments: new Map(),
  }
  return { threads: new OffloadWorkers(app.store, options), wanted }
}

/** Begins an answer, and returns when its thread makes nothing more before the client reads on. */
async function begin(threads: OffloadWorkers, wanted: WorkInput<'results'>) {
  const pieces = threads.read(1, 'results', wanted)
  const first = (await pieces.next()).value as Uint8Array
  // Each comes after what waited before.
  for (let i = 0; i < 3; i++) await textOf(threads.read(1, 'results', { ...wanted, limit: 1 }))
  return { pieces, first }
}

/** Takes a small thread more memory, and any thread more time, than there is. */
const endless = (wanted: WorkInput<'results'>): WorkInput<'results'> => ({
  ...wanted,
  statuses: Array.from({ length: 3_000_000 }, (_, i) => `${i}`) as never,
})

async function textHere(app: TestApp, wanted: WorkInput<'results'>): Promise<string> {
  let text = ''
  for await (const piece of writeResults(app.store, wanted)) text += piece
  return text
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

function answerThreads() {
  const threads: Worker[] = []
  const hear = (thread: Worker) => void (thread.threadName === 'answers' && threads.push(thread))
  process.on('worker', hear)
  onTestFinished(() => void process.off('worker', hear))
  return threads
}

onEachDatabase('threads of answers', (makeApp) => {
  test('an answer without enough memory is refused, and the others of its thread are completed', async () => {
    const app = await makeApp()
    const { threads, wanted } = await prepare(app, { heapMiB: 48 })
    const { pieces, first } = await begin(threads, wanted)
    await expect(threads.read(2, 'results', endless(wanted)).next()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('more memory than the server has'),
    })
    const rest = await textOf(pieces)
    expect(Buffer.from(first).toString() + rest).toBe(await textHere(app, wanted))
    expect(await textOf(threads.read(2, 'results', wanted))).toBe(await textHere(app, wanted))
  })

  test('a thread that computes for a client that has left ends, and the others of it are completed', async () => {
    const app = await makeApp()
    const { threads, wanted } = await prepare(app, { stopWithinMs: 0 })
    const started = answerThreads()
    const { pieces, first } = await begin(threads, wanted)
    const leaving = new AbortController()
    const left = threads.read(2, 'results', endless(wanted), leaving.signal).next()
    const hasEnded = Promise.any(started.map((thread) => once(thread, 'exit')))
    leaving.abort()
    await expect(left).rejects.toThrow('The client disconnected')
    await hasEnded
    const rest = await textOf(pieces)
    expect(Buffer.from(first).toString() + rest).toBe(await textHere(app, wanted))
  })

  test('an answer whose client leaves while it waits in the queue ends at once', async () => {
    const app = await makeApp()
    const { threads, wanted } = await prepare(app, {})
    const busy = Array.from({ length: 6 }, () => threads.read(1, 'results', wanted))
    const first = busy.map((pieces) => pieces.next())
    const queued = threads.read(1, 'results', wanted)
    const next = queued.next()
    await Promise.all([queued.return(undefined as never), expect(next).rejects.toThrow('disconnected')])
    expect((await Promise.all(first)).every(({ done }) => !done)).toBe(true)
    for (const pieces of busy) await pieces.return(undefined as never)
  })

  // The order of the starts, because the order of the ends depends on what each answer costs.
  test('the answer of another organization starts before most of a crowd that asked first', async () => {
    const app = await makeApp()
    const { threads, wanted } = await prepare(app, {})
    const started: number[] = []
    const post = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => post.mockRestore())
    post.mockImplementation(function (this: Worker, request: { input?: WorkInput<'results'> }) {
      if (request.input) started.push(request.input.limit)
      return postMessage.call(this, request)
    })
    const short = (organizationId: number, limit: number) =>
      textOf(threads.read(organizationId, 'results', { ...wanted, limit }))
    const crowd = Array.from({ length: 16 }, () => short(1, 1))
    const one = short(2, 2)
    await Promise.all([...crowd, one])
    expect(started).toHaveLength(17)
    // Six of the crowd have room at once on Postgres; then it may be the crowd's turn once more.
    expect(started.indexOf(2)).toBeLessThanOrEqual(7)
  })
})

test('a thread that starts after the database file was removed says so, and the next one answers', async () => {
  const app = await makeApp()
  const { threads, wanted } = await prepare(app, {})
  const file = sqliteFile(app.folder)
  renameSync(file, `${file}.away`)
  await expect(textOf(threads.read(1, 'results', wanted))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    kind: 'missing',
  })
  renameSync(`${file}.away`, file)
  expect(await textOf(threads.read(1, 'results', wanted))).toBe(await textHere(app, wanted))
})
