import { resultOf } from '@svc/test-kit/collect'
import { expect, test } from 'vitest'
import { onEachVersion, runOnce, triesOf } from './project.ts'

const files = {
  'exits.test.js': `
    test('before', () => {})
    test('exits', async () => { await new Promise((resolve) => setTimeout(resolve, 20)); process.exit(1) })
    test('after', () => {})
  `,
  'killed.test.js': `
    test('before the kill', () => { throw new Error('failed before') })
    test('is killed', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}) })
  `,
  'recovers.test.js': `
    const fs = require('node:fs')
    test('first', () => {})
    test('exits once', () => {
      if (fs.existsSync('mark')) return
      fs.writeFileSync('mark', '')
      process.exit(1)
    })
    test('last', () => { throw new Error('in the end') })
  `,
  'fine.test.js': `test('fine', () => {})`,
}

// Three kills of a worker by three tries of Jest's own take a while.
onEachVersion('a worker that dies', (runner) => {
  test('leaves what was reported, and the test it died in', async () => {
    const run = await runOnce(files, { args: ['--maxWorkers=2'] }, runner)
    expect(run.code).toBe(1)
    expect(run.part.end).toMatchObject({ status: 'failed' })
    expect(triesOf(run.test('before the kill'))).toEqual(['failed: failed before'])
    expect(triesOf(run.test('is killed'))).toEqual(['interrupted'])
    expect(resultOf(run.test('before'))).toBe('passed')
    expect(triesOf(run.test('exits'))).toEqual(['interrupted'])
    expect(run.part.tests.some(({ titles }) => titles[0] === 'after')).toBe(false)
    expect(run.part.errors.map(({ file }) => file).sort()).toEqual(['exits.test.js', 'killed.test.js'])
    expect(resultOf(run.test('fine'))).toBe('passed')

    // Jest began the file anew: what ran twice is one test with two tries.
    expect(run.test('first').attempts.map(({ status }) => status)).toEqual(['passed', 'passed'])
    expect(resultOf(run.test('exits once'))).toBe('passed')
    expect(triesOf(run.test('last'))).toEqual(['failed: in the end'])

    // Jest's report knows nothing of the tests of a file whose worker died.
    const dead = run.part.tests.filter(({ file }) => file === 'exits.test.js' || file === 'killed.test.js')
    expect(run.part.tests.length - dead.length).toBe(run.report.numTotalTests)
  })
})
