import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDocument } from '../testing/document.ts'
import { makeApp } from '../testing/make-app.ts'
import { passed, run, send } from '../testing/upload.ts'
import { CI, CODE, DOCUMENT, type Fields, OUTSIDE_ERROR, PART, RESULT, RUNNER } from './document-fields.ts'

const docs = readFileSync(new URL('../../../docs/reference/api.md', import.meta.url), 'utf8')
const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(docs)?.[1] ?? '')

test('the example of docs/reference/api.md is taken as it stands', async () => {
  const app = await makeApp()
  const { status, data } = await app.post<{ execution: { id: string } }>('/api/test-results', example)
  expect(status).toBe(200)
  const detail = await app.get<Record<string, unknown>>(`/api/executions/${data.execution.id}`)
  const { testedSha, tree, mergeBaseSha, baseBranch, pullRequest } = example.code
  expect(detail.data).toMatchObject({
    counts: { total: 2, passed: 1, flaky: 1, errors: 1 },
    ...{ testedSha, tree, mergeBaseSha, baseBranch, pullRequest },
  })
})

test('the example says everything that a document may say of its code, its part and its CI run', () => {
  for (const [given, fields] of [
    [example, DOCUMENT],
    [example.code, CODE],
    [example.code.ancestry[0], CODE.ancestry],
    [example.part, PART],
    [example.part.shard, PART.shard],
    [example.ci, CI],
    [example.runner, RUNNER],
  ])
    expect(Object.keys(given).sort()).toEqual(Object.keys(fields).sort())
})

test('the reference names every field that ingest knows, and refuses others where ingest does', () => {
  const { document } = readDocument()
  const schemas = document.components.schemas as Record<string, Shape>
  const fieldsOf = (shape: Shape | undefined): Shape => {
    const name = shape?.$ref?.replace('#/components/schemas/', '')
    return name === undefined ? (shape ?? {}) : (schemas[name] ?? {})
  }
  const compare = (place: string, shape: Shape | undefined, fields: Fields) => {
    const { items, properties = {}, additionalProperties } = fieldsOf(shape)
    if (items) return compare(place, items, fields)
    expect([place, ...Object.keys(properties).sort()]).toEqual([place, ...Object.keys(fields).sort()])
    if (/^(body|code|part|ci|runner)/.test(place))
      expect([place, additionalProperties]).toEqual([place, false])
    // What refers to itself has been compared one level above.
    for (const [name, below] of Object.entries(fields))
      if (below && below !== fields) compare(`${place}.${name}`, properties[name], below)
  }
  const whole = schemas.ExecutionDocument as Required<Shape>
  compare('body', whole, DOCUMENT)
  compare('code', whole.properties.code, CODE)
  compare('part', whole.properties.part, PART)
  compare('ci', whole.properties.ci, CI)
  compare('runner', whole.properties.runner, RUNNER)
  compare('results', whole.properties.results, RESULT)
  compare('errors', whole.properties.errors, OUTSIDE_ERROR)
})

interface Shape {
  $ref?: string
  items?: Shape
  properties?: Record<string, Shape>
  additionalProperties?: unknown
}

test('settling names the missing parts', async () => {
  const app = await makeApp()
  const half = run({ build: 'b', part: { shard: { index: 1, total: 2 } }, results: [passed('a')] })
  const { data } = await send(app, half)
  const settle = () =>
    app.post<{ state: string; waitingFor: string[] }>(`/api/executions/${data.execution.id}/settle`, {})
  expect((await settle()).data).toMatchObject({ state: 'running', waitingFor: ['shard 2/2'] })
  await send(app, run({ build: 'b', part: { shard: { index: 2, total: 2 } }, results: [passed('b')] }))
  expect((await settle()).data).toMatchObject({ state: 'passed', waitingFor: [] })
})

test('documents that name only their branch are compared with main', async () => {
  const app = await makeApp()
  const document = (branch: string, status: string) => ({
    project: 'shop',
    code: { branch },
    results: [{ file: 'a.test.ts', titles: ['a'], status, durationMs: 1 }],
  })
  const post = async (body: object) =>
    (await app.post<{ execution: { id: string } }>('/api/test-results', body)).data.execution.id
  const base = await post(document('main', 'passed'))
  app.advance(1_000)
  const head = await post(document('feat', 'failed'))
  const { data } = await app.get<{ base: { id: string }; regressions: unknown[] }>(
    `/api/compare?head=${head}`,
  )
  expect(data.base.id).toBe(base)
  expect(data.regressions).toHaveLength(1)
})

test('a CTRF report keeps what it says of flakiness, attachments, other states and its repository', async () => {
  const app = await makeApp()
  const test = (name: string, more: object) => ({ name, status: 'passed', duration: 1, ...more })
  const { data } = await app.post<{ execution: { id: string } }>('/api/test-results?commit=aaaaaaa', {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: 'mocha' },
      summary: {},
      environment: { repositoryUrl: 'https://github.com/acme/shop.git', commit: '4e5f4e5f' },
      tests: [
        test('a', { flaky: true }),
        test('b', { attachments: [{ name: 'shot', contentType: 'image/png', path: 'shot.png' }] }),
        test('c', { status: 'other' }),
      ],
    },
  })
  const detail = (await app.get<Record<string, unknown>>(`/api/executions/${data.execution.id}`)).data
  expect(detail).toMatchObject({
    project: 'shop',
    testedSha: 'aaaaaaa',
    headSha: 'aaaaaaa',
    counts: { flaky: 1, passed: 1, skipped: 1 },
    artifacts: [{ name: 'shot', contentType: 'image/png', path: 'shot.png' }],
  })
})
