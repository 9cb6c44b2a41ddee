import type { Operation } from '@svc/schema'
import { operationTables } from '@svc/schema/operations'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../../ground/kernel/context.ts'
import { makeApp } from '../../testing/make-app.ts'
import { makeOperations } from '../mcp/run-operation.ts'

const ofPeople = Object.values(operationTables)
  .flatMap((table) => Object.entries(table as Record<string, Operation>))
  .filter(([, operation]) => operation.person)

test('the operations of people include those that the tables set apart', () => {
  const names = ofPeople.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'createOrganization',
      'changePassword',
      'takeOverAgent',
      'setReviewSettings',
      'listOrganizationMessages',
    ]),
  )
})

test('REST refuses an API key for every operation of people, before it reads the input', async () => {
  const app = await makeApp()
  for (const [name, { method, path }] of ofPeople) {
    const headers = { 'Content-Type': 'text/plain' }
    const body = method === 'POST' ? { body: '{' } : {}
    const response = await app.request(path, { method, headers, ...body })
    expect(await response.json(), name).toEqual({
      success: false,
      error: {
        code: 'FORBIDDEN',
        message:
          "This requires a person's session; an API key is not a person. Sign in with POST /auth/sign-in.",
      },
    })
  }
})

test('tools of agents run no operation of people with an API key', async () => {
  const app = await makeApp()
  const caller: Caller = {
    organizationId: 1,
    credential: 'key:1',
    apiKeyId: 1,
    personId: null,
    role: 'admin',
    scopes: new Set(['ingest', 'read', 'knowledge', 'bus', 'admin']),
    projectId: null,
    endsAt: null,
  }
  const reached: string[] = []
  const verbs = Object.fromEntries(ofPeople.map(([name]) => [name, async () => reached.push(name)]))
  const table = { routes: Object.fromEntries(ofPeople), schemaOf: async () => z.unknown(), verbs }
  const run = makeOperations([table], {
    store: app.store,
    clock: app.clock,
    baseUrl: 'http://localhost',
    times: { settleAfterMs: 1, incompleteAfterMs: 1 },
    cursorKey: 'a'.repeat(32),
  })({
    caller,
    actingAs: undefined,
    signal: () => new AbortController().signal,
    readCaller: async () => caller,
  })
  for (const [name] of ofPeople)
    await expect(run(name as 'takeOverAgent', {} as never), name).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(reached).toEqual([])
})
