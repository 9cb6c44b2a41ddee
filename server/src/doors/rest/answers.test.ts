import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '@svc/schema'
import { operationTables } from '@svc/schema/operations'
import { expect, test } from 'vitest'
import { makeCursors } from '../../ground/kernel/cursor.ts'
import { readCursorKey } from '../../ground/store/secret.ts'
import type { Call } from '../../testing/calls/call.ts'
import { CALLS } from '../../testing/calls/calls.ts'
import { readDocument } from '../../testing/document.ts'
import { exampleOf } from '../../testing/example.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addPerson } from '../../testing/people.ts'
import { textOf } from '../../testing/text-of.ts'
import { makeWorld } from '../../testing/world.ts'
import type { Example } from './reference/page.ts'

const EXAMPLES = join(import.meta.dirname, 'reference/examples.json')
const { operations, faultsOf } = await readDocument()
/** The door refuses an API key for them before it reads what was sent. */
const OF_PEOPLE = new Set(
  Object.values(operationTables)
    .flatMap((table) => Object.entries(table as Record<string, Operation>))
    .filter(([, { person }]) => person)
    .map(([name]) => name),
)

test('every operation is called, and every answer is as the document says; every list refuses a cursor of none', async () => {
  const { answers, cursors, faults } = await askEverything()
  // Recorded again by: SVC_RECORD_EXAMPLES=1 npx -y pnpm@12 exec vitest run --project server server/src/doors/rest/answers
  if (process.env.SVC_RECORD_EXAMPLES) writeFileSync(EXAMPLES, `${JSON.stringify(answers, null, 2)}\n`)
  expect(faults).toEqual([])
  expect(cursors.length).toBeGreaterThan(10)
  expect(cursors.filter(({ codes }) => codes.some((code) => code !== 'INVALID_REQUEST'))).toEqual([])
})

test('every operation has an example that is still as the document says', () => {
  const examples: Record<string, Example> = JSON.parse(readFileSync(EXAMPLES, 'utf8'))
  const faults = operations.flatMap((documented) => {
    const example = examples[documented.id]
    if (!example) return [`${documented.id} has no example`]
    if (typeof example.answer === 'string') return []
    return faultsOf(documented, 200, example.answer).map((fault) => `${documented.id}: ${fault}`)
  })
  expect(faults, 'SVC_RECORD_EXAMPLES=1 with this test records them again').toEqual([])
  const known = new Set(operations.map(({ id }) => id))
  expect(Object.keys(examples).filter((id) => !known.has(id))).toEqual([])
})

test('every operation that needs a credential refuses without one, in the one form', async () => {
  const app = await makeApp()
  const faults: string[] = []
  for (const documented of operations.filter(({ operation }) => operation.security.length > 0)) {
    const answer = await app.request(madeUpPath(documented.path), { method: documented.method, key: null })
    const body = await answer.json()
    if (answer.status !== 401) faults.push(`${documented.id}: ${answer.status}`)
    faults.push(...faultsOf(documented, answer.status, body).map((fault) => `${documented.id}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test('every operation refuses a parameter it does not know, by name', async () => {
  const app = await makeApp()
  const { token } = await addPerson(app, { default: 'admin' })
  const faults: string[] = []
  for (const documented of operations.filter(({ operation }) => operation.security.length > 0)) {
    const { id, method, path } = documented
    const answer = await app.request(`${madeUpPath(path)}?nonsense=1`, {
      method,
      headers: {
        ...(OF_PEOPLE.has(id) && { Authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      },
    })
    const body = (await answer.json()) as { error: { message: string } }
    if (answer.status !== 400 || !body.error.message.includes('"nonsense"'))
      faults.push(`${id}: ${answer.status} ${body.error?.message}`)
    faults.push(...faultsOf(documented, answer.status, body).map((fault) => `${id}: ${fault}`))
  }
  expect(faults).toEqual([])
})

/** A path whose parameters have the right form and lead to nothing. */
const madeUpPath = (path: string): string =>
  path
    .replace('/tests/{id}', `/tests/${'a'.repeat(32)}`)
    .replace('{fingerprint}', 'a'.repeat(16))
    .replace('{number}', '999')
    .replace('{slug}', 'nowhere')
    .replace(/\{\w+\}/g, '01a1fd75-58b0-716d-8ffb-1e05aeaafcd6')

/** Asks one question of each operation, in the order of `CALLS`. */
async function askEverything() {
  const app = await makeApp()
  const world = await makeWorld(app)
  const byId = new Map(operations.map((documented) => [documented.id, documented]))
  const answers: Record<string, Example> = {}
  const answerOf: Record<string, unknown> = {}
  const cursors: { id: string; codes: (string | undefined)[] }[] = []
  const foreign = makeCursors(await readCursorKey(app.store), 1, 'another').encode([
    'of',
    'no',
    'list',
    'at',
    'all',
  ])
  const faults = operations
    .filter(({ id }) => !CALLS[id])
    .map(({ id }) => `${id} is never called: give it a line in server/src/testing/calls`)
  for (const [id, callOf] of Object.entries(CALLS)) {
    const documented = byId.get(id)
    if (!documented) {
      faults.push(`${id} is called and not documented`)
      continue
    }
    const data = (operation: string) => answerOf[operation] as Record<string, unknown>
    const call = callOf({ ...world, now: app.clock(), data })
    const { answer, isJson, status } = await ask(app, call)
    const wrong = status === 200 ? [] : [`${status} ${JSON.stringify(answer)}`]
    if (status === 200 && isJson) wrong.push(...faultsOf(documented, status, answer))
    faults.push(...wrong.map((fault) => `${id}: ${fault}`))
    answerOf[id] = (answer as { data?: unknown }).data
    if (documented.operation.parameters?.some(({ name }) => name === 'cursor'))
      cursors.push({
        id,
        codes: await Promise.all([...MADE_UP, foreign].map((made) => codeOf(app, call, made))),
      })
    if (wrong.length === 0) answers[id] = exampleOf(call, answer)
    if (!matches(documented.path, call.path) || documented.method !== (call.method ?? 'GET'))
      faults.push(`${id}: the call is of another operation, ${call.method ?? 'GET'} ${call.path}`)
  }
  return { answers, faults, cursors }
}

const inText = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const MADE_UP = ['x', '%%%', inText([1]), inText([9e15, 9e15]), inText([-1, -1]), inText({}), inText(null)]

/** The code that a call is refused with whose cursor is this one. */
async function codeOf(app: TestApp, call: Call, cursor: string): Promise<string | undefined> {
  const url = new URL(call.path, 'http://svc.test')
  url.searchParams.set('cursor', cursor)
  const { answer } = await ask(app, { ...call, path: `${url.pathname}${url.search}` })
  return (answer as { error?: { code: string } }).error?.code
}

async function ask(
  app: TestApp,
  { path, method = 'GET' as const, headers, body }: Call & { method?: string },
) {
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
  const answer = await app.request(path, {
    method,
    headers: { ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
  })
  const answersJson = answer.headers.get('Content-Type')?.startsWith('application/json') ?? false
  const text = await textOf(answer)
  return { status: answer.status, isJson: answersJson, answer: answersJson ? JSON.parse(text) : text }
}

const matches = (documented: string, path: string): boolean =>
  new RegExp(`^${documented.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? '')
