import { versionsOf } from '@svc/test-kit/versions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Both, runBoth } from '../json/both.ts'
import { namesOf, statusesOf } from './names.ts'

const FILES = {
  'src/shop.test.js': `
    import { describe, expect, test } from 'vitest'
    test('passes', () => { console.log('printed') })
    test('fails', () => { expect(1 + 1).toBe(3) })
    test('has two errors', () => { expect.soft(1).toBe(2); expect.soft('x').toBe('y') })
    test.skip('is skipped', () => {})
    test.todo('is to do')
    test('times out', { timeout: 50 }, () => new Promise(() => {}))
    test('prints a bell', () => { throw new Error('a bell \\u0007 and \\u001b[31mcolour\\u001b[0m') })
    test('twice', () => {})
    test('twice', () => { throw new Error('the second one') })
    describe('outer', () => {
      describe('inner "quoted" & <ünïcode>', () => { test('is deep', () => {}) })
      test('several lines', () => { throw new Error('first line\\nsecond line') })
    })
  `,
  'src/broken.test.js': `throw new RangeError('at load')`,
}

const CONFIG = {
  reporters: [
    ['junit', { outputFile: 'report.xml' }],
    ['@svc/vitest', { project: 'fixture' }],
  ],
}

for (const version of versionsOf('vitest'))
  describe(`Vitest ${version.version}, JUnit`, { tags: version.tags }, () => {
    let run: Both
    beforeAll(async () => {
      run = await runBoth(version, FILES, { config: CONFIG, report: 'report.xml' })
    })

    test('tests have the names that the reporter gives them, and come to the same', () => {
      expect(run.imported.outcome).toMatchObject({ dialect: 'vitest', warnings: [], tests: 11 })
      expect(namesOf(run.imported.part)).toEqual(namesOf(run.part))
      expect(statusesOf(run.imported.part, true)).toEqual(statusesOf(run.part, true))
    })

    test('several errors stay several, a file that does not load is an error', () => {
      const find = (title: string) =>
        run.imported.part.tests.find(({ titles }) => titles.at(-1) === title)?.attempts
      expect(find('has two errors')?.[0]?.errors).toHaveLength(2)
      expect(run.imported.part.errors.map(({ file }) => file)).toEqual(['src/broken.test.js'])
      expect(run.imported.part.end?.status).toBe('failed')
    })
  })
