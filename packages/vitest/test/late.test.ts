import { describe, expect, test } from 'vitest'
import { expectSame, runOnce, versions } from './project.ts'

const files = {
  'a.test.js': `
    import { test } from 'vitest'
    for (const name of ['first', 'second', 'third']) test(name, () => {})
    test('takes its time', () => new Promise((resolve) => setTimeout(resolve, 400)))
  `,
  // Vitest waits for each reporter before it tells the next result; what comes from the worker meanwhile it tells at once.
  'waiter.mjs': `export default class {
    onTestCaseResult({ name }) {
      return name === 'first' ? new Promise((resolve) => setTimeout(resolve, 1500)) : undefined
    }
  }`,
  'order.mjs': `export default class {
    onTestCaseResult({ name }) { console.log('told: ' + name) }
    onTestModuleEnd() { console.log('told: end of module') }
  }`,
  'vitest.config.mjs': `export default { test: { reporters: [
    ['json', { outputFile: 'report.json' }], './waiter.mjs', './order.mjs', ['@svc/vitest', { project: 'fixture' }],
  ] } }`,
}

describe.each(versions)('Vitest $version: beside a reporter that takes its time', (version) => {
  test('results that are told after the end of their module count once', async () => {
    const run = await runOnce(files, {}, { version })
    if (version.isNewest) expect(run.output).toMatch(/end of module[\s\S]*told: second/)
    expectSame(run.part, run.report)
    expect(run.part.tests.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual(
      Array(4).fill(['passed']),
    )
  })
})
