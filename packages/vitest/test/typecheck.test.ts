import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countResults, resultOf } from '../../../scripts/testing/collect.ts'
import { type Observed, observe } from '../../../scripts/testing/observe.ts'
import { type JsonReport, readReport, vitestProject, vitestRun } from './project.ts'

const checker = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))

// A file that is run and type-checked in one project: Vitest gives both under the same name.
const project = vitestProject(
  {
    'sum.test.ts': `
      import { expect, expectTypeOf, test } from 'vitest'
      test('sums', () => { expect(1 + 1).toBe(2); expectTypeOf(1 + 1).toBeNumber() })
      test('has a wrong type', () => { expectTypeOf('text').toBeNumber() })
      test.skip('is skipped', () => {})
      test.todo('comes later')
    `,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'nodenext', skipLibCheck: true, types: [], noEmit: true },
      include: ['*.test.ts'],
    }),
  },
  {
    include: ['*.test.ts'],
    typecheck: { enabled: true, include: ['*.test.ts'], checker, tsconfig: 'tsconfig.json' },
  },
)
let run: Observed
let report: JsonReport

beforeAll(async () => {
  run = await observe(project, vitestRun())
  report = readReport(project)
})
afterAll(() => project.remove())

test('a type check is a test of its own beside the run of the same file', () => {
  const counts = countResults(run.part.tests)
  expect(counts).toEqual({ passed: 3, failed: 1, flaky: 0, skipped: 4 })
  expect(run.part.tests.length).toBe(report.numTotalTests)
  expect(counts.passed).toBe(report.numPassedTests)
  expect(counts.failed).toBe(report.numFailedTests)
  expect(run.part.tests.every(({ attempts }) => attempts.length === 1)).toBe(true)
})

test('a type error is the failure of its test', () => {
  const failed = run.part.tests.filter((one) => resultOf(one) === 'failed')
  expect(failed).toMatchObject([{ titles: ['has a wrong type'], variant: 'typecheck', file: 'sum.test.ts' }])
  expect(failed[0]?.attempts[0]?.errors?.[0]).toMatchObject({ name: 'TypeCheckError', location: { line: 4 } })
})

test('the project of a type check stays in its variant', async () => {
  const named = vitestProject(
    { 'a.test.ts': `import { test } from 'vitest'; test('same', () => {})` },
    { name: 'node', typecheck: { enabled: true, include: ['*.test.ts'], checker } },
  )
  const { part } = await observe(named, vitestRun())
  named.remove()
  expect(part.tests.map(({ variant }) => variant).sort()).toEqual(['node', 'node typecheck'])
})
