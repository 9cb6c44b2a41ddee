import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { type Answer, type Replica, type Replicas, startReplicas } from './replicas.ts'

const READS = 20
const WRITES = 5
const SIGN_INS = 3
/** Of one account, before the next try has to wait. */
const WRONG_PASSWORDS = 10

let replicas: Replicas

beforeAll(async () => {
  const { postgres } = await emptyPostgres()
  replicas = await startReplicas(postgres, {
    SVC_RATE_READ: String(READS),
    SVC_RATE_WRITE: String(WRITES),
    SVC_RATE_INGEST_BYTES: '100000',
    SVC_RATE_SIGN_IN: String(SIGN_INS),
    SVC_TRUST_PROXY: '1',
  })
})
afterAll(() => replicas?.close())

test('reads that both replicas let through count once against one limit', async () => {
  const { one, two, both } = replicas
  const read = (replica: Replica) => replicas.ask(replica.url, '/api/executions')
  for (let i = 0; i < READS; i++) expect((await read(i % 5 === 0 ? two : one)).status).toBe(200)
  // Asking for an artifact is no read, and says how many are left.
  for (const replica of both)
    await leftIs(0, () => replicas.ask(replica.url, `/api/artifacts/${randomUUID()}`))
  for (const replica of both) expectRefused(await read(replica), /20 reads a minute/)
})

test('so do uploads and their bytes', { tags: 'thorough' }, async () => {
  const { one, two, both } = replicas
  const upload = (replica: Replica, title: string) =>
    replicas.ask(replica.url, '/api/test-results', {
      body: { project: 'shop', results: [{ file: 'a.test.ts', titles: [title], status: 'passed' }] },
    })
  for (let i = 0; i < WRITES; i++)
    expect((await upload(i % 2 === 0 ? one : two, `test ${i}`)).status).toBe(200)
  // An upload without results is none, and says how many are left.
  for (const replica of both)
    await leftIs(0, () => replicas.ask(replica.url, '/api/ingest', { method: 'POST' }))
  for (const replica of both) expectRefused(await upload(replica, 'one more'), /rate limit for uploads/)

  // Refused for what they are, they have been received all the same: 60,000 bytes by each.
  const send = (replica: Replica, body: string) =>
    replicas.ask(replica.url, '/api/ingest', { body, headers: { 'Content-Type': 'application/x-ndjson' } })
  for (const replica of both) expect((await send(replica, 'x'.repeat(60_000))).status).toBe(400)
  for (const replica of both)
    await expect
      .poll(async () => (await send(replica, 'x')).error?.message)
      .toMatch(/uploads of 100000 bytes a minute/)
})

test('sign-ins from one address count once', { tags: 'thorough' }, async () => {
  const { one, two, both } = replicas
  for (let i = 0; i < SIGN_INS; i++)
    expect((await signIn(i % 2 === 0 ? one : two, `nobody-${i}@example.com`, '198.51.100.1')).status).toBe(
      401,
    )
  for (const replica of both)
    expectRefused(await signIn(replica, 'somebody@example.com', '198.51.100.1'), /Too many attempts/)
  expect((await signIn(one, 'somebody@example.com', '198.51.100.2')).status).toBe(401)
})

test('so do wrong passwords of one account, wherever they come from', { tags: 'thorough' }, async () => {
  const { one, two, both } = replicas
  for (let i = 0; i < WRONG_PASSWORDS; i++)
    expect((await signIn(i % 2 === 0 ? one : two, 'ada@example.com', `203.0.113.${i}`)).status).toBe(401)
  for (const replica of both)
    expectRefused(await signIn(replica, 'ada@example.com', '203.0.113.200'), /wrong password/)
})

const signIn = (replica: Replica, email: string, address: string) =>
  replicas.ask(replica.url, '/auth/sign-in', {
    key: null,
    headers: { 'X-Forwarded-For': address },
    body: { email, password: 'not the right one' },
  })

/** Waits until answers say that so much is left. */
const leftIs = (count: number, ask: () => Promise<Answer>) =>
  expect.poll(async () => (await ask()).headers.get('RateLimit-Remaining')).toBe(String(count))

function expectRefused(answer: Answer, message: RegExp) {
  expect(answer.status, answer.error?.message).toBe(429)
  expect(answer.error).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringMatching(message) })
  const seconds = Number(answer.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
}
