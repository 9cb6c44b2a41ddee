import { versionsOf } from '@svc/test-kit/versions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Both, comparable, runBoth, sameAs } from './both.ts'

const FILES = {
  'src/shop.test.js': `
    import { describe, expect, test } from 'vitest'
    test('passes', () => {})
    test('fails', () => { expect(1 + 1).toBe(3) })
    test('has two errors', () => { expect.soft(1).toBe(2); expect.soft('x').toBe('y') })
    test.skip('is skipped', () => {})
    test.todo('is to do')
    test('skips itself', async (context) => { await new Promise((resolve) => setTimeout(resolve, 40)); context.skip('not here') })
    test('times out', { timeout: 50 }, () => new Promise(() => {}))
    test.fails('fails as expected', () => { expect(1).toBe(2) })
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
    import { expect, test } from 'vitest'
    let tries = 0
    test('is flaky', { retry: 2 }, () => { tries += 1; expect(tries).toBe(3) })
  `,
  'src/broken.test.js': `throw new RangeError('at load')`,
  'src/hooked.test.js': `
    import { beforeAll, test } from 'vitest'
    beforeAll(() => { throw new Error('no database') })
    test('waits for the hook', () => {})
  `,
}

for (const version of versionsOf('vitest'))
  describe(`Vitest ${version.version}, JSON`, { tags: version.tags }, () => {
    let run: Both
    beforeAll(async () => {
      run = await runBoth(version, FILES)
    })

    test('it tells the same as the reporter, as far as it tells', () => {
      // On a busy machine, Vitest's two measures of a test that skips itself are some milliseconds apart.
      const untold = { retryTimes: 'all', expectedFailures: true, skipKinds: true, skipTimes: true } as const
      expect(comparable(run.imported.part, untold)).toEqual(sameAs(run.part, untold))
      expect(run.imported.part.tests).toHaveLength(18)
      expect(run.imported.outcome).toMatchObject({
        format: 'vitest-json',
        tool: 'vitest',
        repairs: [],
        warnings: [],
      })
      expect(run.imported.part.end?.status).toBe('failed')
    })

    test('files that failed beside their tests are errors', () => {
      const told = ({ part }: Pick<Both, 'part'>) =>
        part.errors.map(({ file, failure }) => [file, failure.message.split('\n')[0]]).sort()
      expect(told(run.imported)).toEqual(told(run))
      expect(run.part.errors).toHaveLength(2)
    })
  })
