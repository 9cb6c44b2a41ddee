import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { readDocument } from '../../../testing/document.ts'
import { makeApp } from '../../../testing/make-app.ts'

/** A health check never blames the request: the last test sends the requests that other routes refuse. */
const WITHOUT_REFUSAL = ['/healthz', '/readyz']

const linted = async (document: object) => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  return problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`)
}

test('a linter has no warning, with every recommended rule', async () => {
  const { document } = await readDocument()
  const explained = WITHOUT_REFUSAL.map(
    (path) => `operation-4xx-response #/paths/${path.replaceAll('/', '~1')}/get/responses`,
  )
  expect((await linted(document)).sort()).toEqual(explained)
})

test('the linter notices a tag without a description', async () => {
  const { document } = await readDocument()
  expect(await linted({ ...document, tags: document.tags.map(({ name }) => ({ name })) })).toContain(
    'tag-description #/tags/0/description',
  )
})

test('the document has each refusal of a badge, and a health check refuses no request', async () => {
  const { operations, faultsOf } = await readDocument()
  const app = await makeApp({ rateLimits: { failures: 3, reads: 1 } })
  const answers = async (id: string, path: string, headers = {}) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`${id} is not documented.`)
    const response = await app.request(path, { key: null, headers })
    expect(faultsOf(operation, response.status, await response.json())).toEqual([])
    return response.status
  }
  const badge = () => answers('getBadgePicture', '/badge/x.svg')
  expect([await badge(), await badge()]).toEqual([404, 429])
  const wrong = { Authorization: 'Bearer svc_wrong', 'Svc-Organization': '%00', Cookie: 'x' }
  for (const [id, path] of [
    ['getHealth', '/healthz'],
    ['getReadiness', '/readyz'],
  ] as const)
    for (let i = 0; i < 5; i++) expect(await answers(id, `${path}?unknown=%00&unknown=1`, wrong)).toBe(200)
})
