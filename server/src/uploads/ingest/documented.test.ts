import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDocument } from '../../testing/document.ts'
import { makeApp } from '../../testing/make-app.ts'
import { passed, run, send } from '../../testing/upload.ts'

const docs = readFileSync(new URL('../../../../docs/reference/api.md', import.meta.url), 'utf8')
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

test('the example has every field of code, part and CI run, and no reader ignores another one', async () => {
  const app = await makeApp()
  const { document } = await readDocument()
  const schemas = document.components.schemas as Record<string, { properties?: object }>
  const namesOf = (id: string) => Object.keys(schemas[id]?.properties ?? {}).sort()
  for (const [id, path] of [
    ['ExecutionDocument', []],
    ['DocumentCode', ['code']],
    ['DocumentPart', ['part']],
    ['DocumentCiRun', ['ci']],
    ['DocumentResult', ['results', '0']],
    ['Failure', ['errors', '0', 'failure']],
  ] as const) {
    const body = structuredClone(example)
    const at = path.reduce((object, name) => object[name], body)
    if (id !== 'DocumentResult' && id !== 'Failure')
      expect([id, ...Object.keys(at).sort()]).toEqual([id, ...namesOf(id)])
    at.typo = 1
    const { status, error } = await app.post('/api/test-results', body)
    const known = /no field "typo" \(known: (.*)\)/.exec(error?.message ?? '')?.[1]?.split(', ')
    expect([id, status, ...(known ?? []).sort()]).toEqual([id, 400, ...namesOf(id)])
  }
})

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
