// @module-tag thorough
import { beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, isAtLeast, type Reported, runOnce } from './project.ts'

const files = {
  'cart.test.js': `
    import { describe, test } from 'vitest'
    describe('cart', () => {
      test('adds', () => {})
      test.skip('adds twice', () => {})
      test('removes', () => {})
    })
  `,
}

const kindsOf = (run: Reported) =>
  run.part.tests.map(({ titles, attempts }) => [
    titles.at(-1),
    attempts[0]?.skip?.kind ?? attempts[0]?.status,
  ])

eachVersion('a narrowed run', (version) => {
  test('tells tests left out by a name pattern from skipped ones', async () => {
    const run = await runOnce(files, {}, { version, args: ['-t', 'adds'] })
    expectSame(run.part, run.report)
    expect(kindsOf(run)).toEqual([
      ['adds', 'passed'],
      ['adds twice', 'skip'],
      ['removes', 'filtered'],
    ])
  })

  test('tells tests left out by a line', async () => {
    const run = await runOnce(files, { includeTaskLocation: true }, { version, args: ['cart.test.js:4'] })
    expectSame(run.part, run.report)
    expect(kindsOf(run)).toEqual([
      ['adds', 'passed'],
      ['adds twice', 'filtered'],
      ['removes', 'filtered'],
    ])
  })
})

eachVersion(
  'notes',
  (version) => {
    const hasTags = isAtLeast(version, '4.1.0')
    const noted = {
      'notes.test.js': `
    import { test } from 'vitest'
    test('is noted', async ({ annotate }) => {
      await annotate('https://bugs.example/7', 'issue')
      await annotate('the receipt', { contentType: 'text/plain', body: 'c29tZQ==' })
      throw new Error('and fails')
    })
    test('is noted and passes', async ({ annotate }) => { await annotate('fine', 'notice') })
    ${hasTags ? `test('is tagged', { tags: ['slow', 'db'] }, () => {})` : ''}
    ${hasTags ? `test('has another tag', { tags: ['fast'] }, () => {})` : ''}
    test('skips on a condition', (context) => { context.skip(true, 'no network') })
    test('does not skip on a condition', (context) => { context.skip(false, 'no network') })
  `,
    }
    const config = { ...(hasTags ? { tags: [{ name: 'slow' }, { name: 'db' }, { name: 'fast' }] } : {}) }
    let run: Reported

    beforeAll(async () => {
      run = await runOnce(noted, config, { version })
    })

    test('of the author become annotations, regardless of the result', () => {
      expectSame(run.part, run.report)
      expect(run.test('is noted').attempts[0]?.annotations).toEqual([
        { type: 'issue', description: 'https://bugs.example/7' },
        { type: 'notice', description: 'the receipt' },
      ])
      expect(run.test('is noted').attempts[0]?.attachments).toMatchObject([
        { name: 'the receipt', contentType: 'text/plain' },
      ])
      expect(run.test('is noted and passes').attempts).toMatchObject([
        { status: 'passed', annotations: [{ type: 'notice', description: 'fine' }] },
      ])
    })

    test('of a conditional skip are its reason', () => {
      expect(run.test('skips on a condition').attempts).toMatchObject([
        { status: 'skipped', skip: { kind: 'skip', reason: 'no network' } },
      ])
      expect(run.test('does not skip on a condition').attempts).toMatchObject([{ status: 'passed' }])
    })

    test.runIf(hasTags)('of tags are tags, and choosing by them leaves the others out', async () => {
      expect(run.test('is tagged').attempts[0]?.tags).toEqual(['slow', 'db'])
      const chosen = await runOnce(noted, config, { version, args: ['--tagsFilter=slow'] })
      expectSame(chosen.part, chosen.report)
      expect(chosen.test('is tagged').attempts).toMatchObject([{ status: 'passed', tags: ['slow', 'db'] }])
      expect(chosen.test('has another tag').attempts).toMatchObject([
        { skip: { kind: 'filtered' }, tags: ['fast'] },
      ])
    })
  },
  '3.2.0',
)
