import { Validator } from '@seriousme/openapi-schema-validator'
import { operationTables } from '@svc/schema/operations'
import { expect, test } from 'vitest'
import { countTurns } from '../../../testing/count-turns.ts'
import { readDocument } from '../../../testing/document.ts'
import { makeApp } from '../../../testing/make-app.ts'
import { PAGES } from '../../web/mount.ts'
import { makeOpenApi } from './openapi.ts'

const { document, operations } = await readDocument()

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  // Throws where a reference leads nowhere.
  expect(validator.resolveRefs()).toBeDefined()
})

test('it is made in turns of the event loop: anybody may ask, and others must not wait for all of it', async () => {
  const { turns } = await countTurns(() => makeOpenApi(''))
  expect(turns).toBeGreaterThanOrEqual(Object.keys(operationTables).length)
})

test('it describes exactly what the app has mounted', async () => {
  const { routes } = await makeApp()
  // Pages for people, and the document itself.
  const own = new Set(['/openapi.json', '/docs/api', ...PAGES, '/assets/*', '/trace/*', '/packages/:file'])
  const mounted = routes
    .filter(({ method }) => method !== 'ALL')
    .filter(({ path }) => !own.has(path))
    .map(({ method, path }) => `${method} ${path}`)
  const described = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
  expect(described.sort()).toEqual([...new Set(mounted)].sort())
})

test('each operation has a unique id, a summary in complete sentences, and its required access', () => {
  const ids = operations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, operation } of operations) {
    expect(operation.summary, id).toMatch(/^[A-Z].*[.?]$/)
    expect(operation.description, id).toMatch(/^(Needs the role|Needs a person|Public)/)
  }
})

test('it is served to anyone, the same bytes each time', async () => {
  const app = await makeApp()
  const first = await app.request('/openapi.json', { key: null })
  expect(first.status).toBe(200)
  expect(first.headers.get('Content-Type')).toBe('application/json')
  expect(await first.json()).toEqual(JSON.parse(JSON.stringify(document)))
})

test('inputs are split into path, query and body', () => {
  const places = (id: string) => {
    const { parameters = [], requestBody } = operations.find((one) => one.id === id)?.operation ?? {}
    const body = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
    return { parameters: parameters.map(({ name, in: place }) => `${place} ${name}`), body }
  }
  expect(places('compareExecutions').parameters).toEqual(expect.arrayContaining(['query base', 'query head']))
  expect(places('settleExecution')).toEqual({ parameters: ['path id'], body: [] })
  expect(places('createKey')).toMatchObject({
    parameters: [],
    body: expect.arrayContaining(['name', 'role']),
  })
  const limit = operations
    .find(({ id }) => id === 'listExecutions')
    ?.operation.parameters.find(({ name }) => name === 'limit')
  expect(limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } })
})
