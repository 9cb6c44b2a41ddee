import { resultOf } from '@svc/test-kit/collect'
import { runnerProject } from '@svc/test-kit/runner-project'
import { newestOf } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'
import { expectWhatJestSays, runJest } from './project.ts'

const files = {
  'a.test.js': `
    describe('behind a hook', () => {
      beforeAll(async () => {
        await null
        throw new Error('no set-up')
      })
      test('runs all the same', () => {})
      xit('is skipped', () => {})
    })
    describe('behind a hook of each', () => {
      beforeEach(() => { throw new Error('not today') })
      test('fails', () => {})
    })
    test('passes', () => {})
    test('throws', () => { throw new TypeError('its own') })
    test('times out', () => new Promise(() => {}), 20)
    test.each([1, 1])('row %s', () => {})
    test.todo('later')
    test('throws text', () => { throw 'text' })
  `,
  'does-not-load.test.js': `require('./nowhere.js')`,
}

// Under jest-jasmine2 only the end of a file tells, and tests behind a failed beforeAll do run.
test('under jest-jasmine2 everything is as in the JSON report of Jest', async () => {
  const jasmine = new URL('../node_modules/jest-jasmine2/build/index.js', import.meta.url).pathname
  const project = runnerProject(newestOf('jest'), files, { testRunner: jasmine })
  const run = await runJest(project, newestOf('jest'))
  expectWhatJestSays(run)
  project.remove()
  expect(resultOf(run.test('behind a hook', 'runs all the same'))).toBe('failed')
  expect(run.test('throws').attempts).toMatchObject([{ errors: [{ name: 'TypeError', message: 'its own' }] }])
  expect(run.test('times out').attempts).toMatchObject([{ status: 'timedOut' }])
  expect(run.part.errors).toMatchObject([{ file: 'does-not-load.test.js' }])
})
