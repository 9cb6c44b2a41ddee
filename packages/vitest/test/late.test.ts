// @module-tag thorough
import { expect, test } from 'vitest'
import { eachVersion, expectSame, runOnce } from './project.ts'

const filesOf = (isNewest: boolean) => ({
  'a.test.js': `
    import { test } from 'vitest'
    for (const name of ['first', 'second', 'third']) test(name, () => {})
    test('takes its time', () => new Promise((resolve) => setTimeout(resolve, 400)))
  `,
  // Vitest waits for each reporter before it tells the next result; what comes from the worker meanwhile it tells at once,
  // but for older ones, which keep the end of the module waiting too.
  'waiter.mjs': `export default class {
    end = Promise.withResolvers()
    constructor() { if (${!isNewest}) setTimeout(this.end.resolve, 1_500) }
    onTestCaseResult({ name }) { return name === 'first' ? this.end.promise : undefined }
    onTestModuleEnd() { this.end.resolve() }
  }`,
  'order.mjs': `export default class {
    onTestCaseResult({ name }) { console.log('told: ' + name) }
    onTestModuleEnd() { console.log('told: end of module') }
  }`,
  'vitest.config.mjs': `export default { test: { reporters: [
    ['json', { outputFile: 'report.json' }], './waiter.mjs', './order.mjs', ['@svc/vitest', { project: 'fixture' }],
  ] } }`,
})

eachVersion('beside a reporter that takes its time', (version) => {
  test('results that are reported after the end of their module count once', async () => {
    const run = await runOnce(filesOf(version.isNewest), {}, { version })
    if (version.isNewest) expect(run.output).toMatch(/end of module[\s\S]*told: second/)
    expectSame(run.part, run.report)
    expect(run.part.tests.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual(
      Array(4).fill(['passed']),
    )
  })
})

const together = {
  'a.test.js': `
    import { describe, expect, test } from 'vitest'
    describe('block', () => {
      for (let index = 0; index < 100; index += 1) test('case ' + index, () => {})
      test.skip('left out', () => {})
      test('fails', () => expect(1).toBe(2))
      test('fails as expected', { fails: true }, () => expect(1).toBe(2))
      let tries = 0
      test('passes in the end', { retry: 2 }, () => expect(++tries).toBe(3))
      for (let index = 100; index < 200; index += 1) test('case ' + index, () => {})
    })
  `,
  // Says of each result how many were told to it and how many are in the journal.
  'counter.mjs': `import { readdirSync, readFileSync } from 'node:fs'
  export default class {
    told = 0
    onTestCaseResult(test) {
      if (test.result().state === 'skipped') return
      const [journal] = readdirSync('.svc/journal').filter((file) => file.endsWith('.ndjson'))
      const lines = readFileSync('.svc/journal/' + journal, 'utf8').split('\\n')
      const tests = lines.filter((line) => line.startsWith('["attempt"') && !/"retry":/.test(line))
      console.log('told ' + ++this.told + ' of ' + tests.length)
    }
  }`,
  'vitest.config.mjs': `export default { test: { reporters: [
    ['json', { outputFile: 'report.json' }], ['@svc/vitest', { project: 'fixture' }], './counter.mjs',
  ] } }`,
}

eachVersion('results that a worker tells at once', (version) => {
  test('are in the journal before the first of them is shown', async () => {
    const run = await runOnce(together, {}, { version })
    expectSame(run.part, run.report)
    const told = [...run.output.matchAll(/told (\d+) of (\d+)/g)].map(([, ...counts]) => counts.map(Number))
    expect(told).toHaveLength(203)
    expect(told.filter(([shown = 0, kept = 0]) => kept < shown)).toEqual([])
    expect(told.some(([shown = 0, kept = 0]) => kept > shown + 1)).toBe(true)
    expect(run.test('block', 'passes in the end').attempts.at(-1)?.status).toBe('passed')
  })
})
