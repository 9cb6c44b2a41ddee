import type { Context } from '../../../ground/kernel/context.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { firstLine } from '../../../ground/kernel/first-line.ts'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import type { RecurringFailure } from '../../../history/failures/recurring-failures.ts'
import { listFlakyTests } from '../../../history/tests/flaky-tests.ts'
import { defaultBranches } from '../../../people/projects/default-branch.ts'
import type { VisibleProject } from '../../../people/projects/visible-projects.ts'
import { isTrusted } from '../../../results/executions/is-trusted.ts'
import { quote } from './quote.ts'
import type { Rule } from './rule.ts'

const DAYS = 30
const FLAKY_READ = 50

const NO_TROUBLE = 'No test is known as flaky, and no failure recurs. After a red run, call svc_get_failures.'

/** What the project's results say now: flakiest files, recurring failures, slowest suites. One line each. */
export async function readResultFacts(
  ctx: Context,
  project: VisibleProject,
  failures: readonly RecurringFailure[],
): Promise<Rule[]> {
  const [flaky, slow] = await Promise.all([flakyFiles(ctx, project), slowSuites(ctx, project)])
  const recurring = failures.map(
    ({ message, executions, fingerprint }) =>
      `Recurring in ${executions} runs: ${quote(firstLine(message))} [${fingerprint}].`,
  )
  const isCalm = flaky.length === 0 && recurring.length === 0
  const lines = [
    ...(isCalm ? [NO_TROUBLE] : []),
    ...[flaky[0], recurring[0], slow[0]],
    ...[...flaky.slice(1), ...recurring.slice(1), ...slow.slice(1)],
  ]
  return lines.flatMap((text) =>
    text === undefined ? [] : [{ section: 'now' as const, text, source: null }],
  )
}

async function flakyFiles(ctx: Context, { slug }: VisibleProject): Promise<string[]> {
  const { items } = await listFlakyTests({
    ctx,
    input: {
      project: slug,
      state: 'flaky',
      days: DAYS,
      minRuns: 1,
      sort: 'rate',
      recent: 0,
      limit: FLAKY_READ,
    },
  })
  const files = [...Map.groupBy(items, (test) => test.file)]
    // A report may name no file.
    .filter(([file]) => file !== '')
    .map(([file, tests]) => ({
      file,
      tests: tests.length,
      runs: tests.map((test) => test.flakinessRate.numerator).reduce((total, one) => total + one, 0),
    }))
    .sort((a, b) => b.runs - a.runs || (a.file < b.file ? -1 : 1))
  return files
    .slice(0, 3)
    .map(
      ({ file, tests, runs }) =>
        `Flaky: ${quote(file)}, ${countOf(tests, 'test')}, ${countOf(runs, 'run')} in ${DAYS} days. Do not add to it before it is stable.`,
    )
}

async function slowSuites(ctx: Context, project: VisibleProject): Promise<string[]> {
  const branches = await defaultBranches(ctx.store.read, project.id)
  const rows = await ctx.store.read
    .selectFrom('execution')
    .select('suite')
    .select((eb) => eb.fn.avg<number>('elapsed_ms').as('average'))
    .where('project_id', '=', project.id)
    .where('branch', 'in', branches)
    .where('started_at', '>=', ctx.clock() - DAYS * DAY_MS)
    .where('settled_at', 'is not', null)
    .where(isTrusted)
    .groupBy('suite')
    .orderBy('average', 'desc')
    .limit(2)
    .execute()
  return rows
    .filter(({ average }) => Number(average) > 0)
    .map(({ suite, average }) => `Slowest suite: ${quote(suite)}, ${duration(Number(average))} on average.`)
}

const duration = (ms: number) =>
  ms < 60_000 ? `${(ms / 1_000).toPrecision(2)} s` : `${(ms / 60_000).toFixed(1)} min`
