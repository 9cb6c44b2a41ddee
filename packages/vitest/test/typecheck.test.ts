// @module-tag thorough
import { fileURLToPath } from 'node:url'
import { countResults, resultOf } from '@svc/test-kit/collect'
import { beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, isAtLeast, type Reported, runOnce } from './project.ts'

const checker = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))

// A file that is run and type-checked in one project: Vitest gives both under the same name.
const files = {
  'sum.test.ts': `
      import { expect, expectTypeOf, test } from 'vitest'
      test('sums', () => { expect(1 + 1).toBe(2); expectTypeOf(1 + 1).toBeNumber() })
      test('has a wrong type', () => { expectTypeOf('text').toBeNumber() })
      test.skip('is skipped', () => {})
      test.todo('comes later')
    `,
  'outside.test-d.ts': `
      import { test } from 'vitest'
      const wrong: number = 'text'
      test('beside a wrong line', () => {})
    `,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', skipLibCheck: true, types: [], noEmit: true },
    include: ['*.ts'],
  }),
}

const config = {
  name: 'node',
  include: ['*.test.ts'],
  typecheck: { enabled: true, include: ['*.test.ts', '*.test-d.ts'], checker, tsconfig: 'tsconfig.json' },
}

eachVersion('type checks', (version) => {
  let run: Reported

  beforeAll(async () => {
    run = await runOnce(files, config, { version })
  })

  // Before 3.2 Vitest gives a file that is run and one that is checked the same ids, and mixes them up itself.
  const isApart = isAtLeast(version, '3.2.0')

  test('are what its own report says', () => {
    expectSame(run.part, run.report)
  })

  test.runIf(isApart)('are tests of their own beside the run of the same file', () => {
    expect(countResults(run.part.tests)).toEqual({ passed: 4, failed: 1, flaky: 0, skipped: 4 })
    expect(run.part.tests.every(({ attempts }) => attempts.length === 1)).toBe(true)
  })

  test.runIf(isApart)('keep the project in their variant', () => {
    const variants = run.part.tests.filter(({ titles }) => titles[0] === 'sums').map(({ variant }) => variant)
    expect(variants.sort()).toEqual(['node', 'node typecheck'])
  })

  test.runIf(isApart)('a type error is the failure of its test, and one outside of tests of its file', () => {
    const failed = run.part.tests.filter((one) => resultOf(one) === 'failed')
    expect(failed).toMatchObject([
      { titles: ['has a wrong type'], variant: 'node typecheck', file: 'sum.test.ts' },
    ])
    expect(failed[0]?.attempts[0]?.errors?.[0]).toMatchObject({
      name: 'TypeCheckError',
      location: { line: 4 },
    })
    expect(run.part.errors).toMatchObject([
      { file: 'outside.test-d.ts', failure: { message: expect.stringContaining('not assignable') } },
    ])
  })
})
