import { expect, test } from 'vitest'
import { readFiles } from '../../testing/read.ts'

const TEST = { name: 'pays', status: 'passed', duration: 1 }
const ctrf = (results: object) => JSON.stringify({ reportFormat: 'CTRF', results })

test('tool and environment are read where they stand behind the tests', async () => {
  const tests = Array.from({ length: 2_000 }, (_, i) => ({ ...TEST, name: `pays ${i}`, filePath: 'a.cy.ts' }))
  const environment = { commit: '0123456789', branchName: 'main' }
  const { outcome, start } = await readFiles({
    'a.json': ctrf({ tests, tool: { name: 'Cypress', version: '15' }, environment }),
  })
  expect(start?.runner).toEqual({ name: 'ctrf' })
  expect(outcome).toMatchObject({ tests: 2_000, isBroken: false })
  expect(outcome.runner).toEqual({ name: 'cypress', version: '15' })
  expect(outcome.reported).toEqual({ commit: '0123456789', branch: 'main' })
})

test('of several reports the first that tells a fact counts, and another commit is reported', async () => {
  const report = (environment: unknown) => ctrf({ tool: { name: 'x' }, tests: [TEST], environment })
  const { outcome, warnings } = await readFiles({
    'a.json': report({ commit: '0123456' }),
    'b.json': report({ commit: '0123456789', branchName: 'main' }),
    'c.json': report({ commit: 'abcdef0123', branchName: 'topic' }),
    'd.json': report(null),
  })
  expect(outcome.reported).toEqual({ commit: '0123456', branch: 'main' })
  expect(warnings.filter((text) => text.includes('commit'))).toEqual([
    'c.json: Its commit is abcdef0123, but an earlier report has the commit 0123456.',
  ])
})

test('an invalid environment is refused, as on the server', async () => {
  const { file } = await readFiles({ 'a.json': ctrf({ tool: { name: 'x' }, tests: [TEST], environment: 5 }) })
  expect(file.problem?.reason).toBe('results.environment: expected an object')
})

test('other fails where the tool calls it broken, in the counts and in the run', async () => {
  const tests = [
    TEST,
    { name: 'ships', status: 'other', rawStatus: 'broken', duration: 1, message: 'no browser' },
  ]
  const summary = { tests: 2, passed: 1, failed: 0, skipped: 0, pending: 0, other: 1 }
  const { file, outcome } = await readFiles({ 'a.json': ctrf({ tool: { name: 'x' }, summary, tests }) })
  expect([outcome.status, file.statuses.failed, file.repairs]).toEqual(['failed', 1, []])
})
