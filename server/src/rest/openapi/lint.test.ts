import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { readDocument } from '../../testing/document.ts'

/** Answers of these never depend on the request: health by its status, a badge as a picture of `unknown`. */
const WITHOUT_REFUSAL = ['/badge/{file}', '/healthz', '/readyz']

const linted = async (document: object) => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  return problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`)
}

test('a linter has no warning, with every recommended rule', async () => {
  const { document } = readDocument()
  const explained = WITHOUT_REFUSAL.map(
    (path) => `operation-4xx-response #/paths/${path.replaceAll('/', '~1')}/get/responses`,
  )
  expect((await linted(document)).sort()).toEqual(explained)
})

test('the linter notices a tag without a description', async () => {
  const { document } = readDocument()
  expect(await linted({ ...document, tags: document.tags.map(({ name }) => ({ name })) })).toContain(
    'tag-description #/tags/0/description',
  )
})
