import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { pull } from '../../testing/pull-request.ts'
import { ask, type Report } from '../../testing/report.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  settled,
} from '../../testing/upload.ts'

/** Errors of their own, so that no pull request finds another's. */
const ERRORS = [
  'wool',
  'tin',
  'oak',
  'silk',
  'brass',
  'clay',
  'flint',
  'hemp',
  'jade',
  'lime',
  'moss',
  'nickel',
]

const good = { results: [passed('a'), passed('b'), passed('c')] }

const bad = (message: string) => ({ results: [failedTwice('a', { message }), passed('b'), passed('c')] })

const outside = { errors: [{ file: 'x.test.ts', failure: { message: 'does not load' } }] }

const newOne = (message: string) => ({
  results: [...good.results, failedTwice(`new ${message}`, { message })],
})

const inFile = (title: string) => ({ file: `${title}.test.ts` })

const all = (make: (title: string) => MadeTest) => ({
  results: [...['d', 'e', 'f', 'g'].map(make), passed('h')],
})

/** Runs of the base, the run of a pull request, and what is said of it. */
type Case = [
  base: keyof typeof BASES,
  head: (own: string) => MadeRun,
  verdict: Report['verdict'],
  facts: RegExp,
]

const BASES = {
  good: [good, 5],
  few: [good, 4],
  bad: [bad('old'), 5],
  flaky: [{ results: [flaky('a', { message: 'slipped' }), passed('b'), passed('c')] }, 5],
  many: [all((title) => passed(title, inFile(title))), 5],
  none: [good, 0],
} satisfies Record<string, [MadeRun, number]>

const CASES: Case[] = [
  ['good', () => good, 'passed', /^✅ Nothing broke/],
  ['good', bad, 'mine', /^❌ This change .*1 test /],
  ['few', bad, 'unknown', /^⚠️ This change possibly .*1 test /],
  ['flaky', () => bad('slipped'), 'not-mine', /^✅ Not this change: 1 known flake /],
  ['bad', () => bad('old'), 'not-mine', /^✅ Not this change: 1 test .*base/],
  ['good', () => ({ ...good, ...outside }), 'unknown', /^❌ This change possibly .*1 failure outside tests /],
  ['good', newOne, 'mine', /^❌ This change .*1 failing test /],
  [
    'good',
    (own) => ({ ...newOne(own), ...outside }),
    'mine',
    /^❌ This change .*1 failing test; it possibly .*1 failure outside tests /,
  ],
  ['good', () => ({ ...good, end: 'failed' }), 'unknown', /^⚠️ The run failed/],
  ['good', () => ({ ...good, end: 'interrupted' }), 'incomplete', /^⚠️ The run was cancelled/],
  [
    'many',
    () => all((title) => failed(title, { message: 'ENOSPC: no space left', ...inFile(title) })),
    'not-mine',
    /^⚠️ Not this change: .*\(4 tests\)/,
  ],
  ['bad', bad, 'unknown', /^⚠️ 1 test .*base.* another error/],
  [
    'good',
    (own) => ({ ...bad(own), part: { leg: 'elsewhere' } }),
    'unknown',
    /^⚠️ This change possibly .*1 test /,
  ],
  ['none', () => good, 'passed', /^✅ .*no base run/],
  ['none', bad, 'no-base-failed', /^❌ 1 test .*no base run/],
  ['none', () => ({ ...good, end: 'failed' }), 'no-base-failed', /^⚠️ The run failed/],
  ['none', () => ({ ...good, end: 'interrupted' }), 'incomplete', /^⚠️ The run was cancelled/],
]

onEachDatabase('the report of an execution', (makeApp) => {
  test("says what the comment's first line says, in every case", async () => {
    const app = await makeApp()
    for (const [suite, [base, runs]] of Object.entries(BASES))
      for (let i = 0; i < runs; i++) await settled(app, { suite, ...base })
    for (const [i, [suite, head, verdict, facts]] of CASES.entries()) {
      const code = { ...pull, branch: `topic-${i}`, pullRequest: 10 + i }
      const id = await settled(app, { suite, code, ...head(ERRORS[i % ERRORS.length] ?? '') })
      const { data } = await ask(app, id)
      expect(data.headline).toMatch(facts)
      expect(data.headline).toMatch(new RegExp(` · shop / ${suite}$`))
      const { data: comment } = await app.get<{ markdown: string }>(`/api/pull-requests/${10 + i}`)
      expect(comment.markdown.split('\n')[2]).toBe(`### ${data.headline}`)
      expect(data.markdown.split('\n')[0]).toBe(`### ${data.headline}`)
      expect(data.verdict, data.headline).toBe(verdict)
    }
  })
})
