import { versionsOf } from '@svc/test-kit/versions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Both, comparable, runBoth, sameAs } from './both.ts'

const FILES = {
  'src/shop.test.js': `
    test('passes', () => {})
    test('fails', () => { expect(1 + 1).toBe(3) })
    test.skip('is skipped', () => {})
    test.todo('is to do')
    test('times out', () => new Promise(() => {}), 50)
    test.failing('fails as expected', () => { expect(1).toBe(2) })
    test('throws no error', () => { throw 'a text' })
    test('has a cause', () => { throw new Error('outside', { cause: new TypeError('inside') }) })
    test('constructor', () => {})
    test('${'long '.repeat(2000)}', () => {})
    test('twice', () => {})
    test('twice', () => { throw new Error('the second one') })
    describe('outer', () => {
      describe('inner "quoted" ünïcode', () => { test('is deep', () => {}) })
      test('several lines', () => { throw new Error('first line\\nsecond line') })
    })
  `,
  'src/retried.test.js': `
    jest.retryTimes(2, { logErrorsBeforeRetry: true })
    let tries = 0
    test('is flaky', () => { tries += 1; expect(tries).toBe(3) })
    test('never passes', () => { throw new Error('always') })
  `,
  'src/broken.test.js': `throw new RangeError('at load')`,
}

for (const version of versionsOf('jest'))
  describe(`Jest ${version.version}, JSON`, { tags: version.tags }, () => {
    let run: Both
    beforeAll(async () => {
      run = await runBoth(version, FILES)
    })

    test('it tells the same as the reporter', () => {
      const untold = { retryTimes: 'earlier' } as const
      expect(comparable(run.imported.part, untold)).toEqual(sameAs(run.part, untold))
      expect(run.imported.part.tests).toHaveLength(16)
      expect(run.imported.outcome).toMatchObject({
        format: 'jest-json',
        tool: 'jest',
        repairs: [],
        warnings: [],
      })
      expect(run.imported.part.end?.status).toBe('failed')
    })

    test('a file that does not load is an error', () => {
      const told = ({ part }: Pick<Both, 'part'>) =>
        part.errors.map(({ file, failure }) => [file, failure.name, failure.message.split('\n')[0]])
      expect(told(run.imported)).toEqual(told(run))
      expect(run.part.errors).toHaveLength(1)
    })
  })
