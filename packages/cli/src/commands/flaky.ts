import { Command } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print } from '../terminal/print.ts'
import { branchOption, numberFrom, withServerOptions } from './options.ts'

interface Options {
  project?: string
  branch?: string
  days: number
  minRuns?: number
  broken?: boolean
  limit: number
  url?: string
}

const MANUAL: Manual = {
  text: `Lists tests that pass and fail on the same code, highest flakiness rate first. The rate is
the number of runs with evidence of flakiness, divided by the number of runs of the test.
Evidence is a failure and a pass on the same clean tree, or a failure followed by a passing
retry. The interval is the 95 % confidence interval of the rate.

The list covers all branches unless you name one with --branch. Only CI runs count. Local runs
count until the project has CI runs.`,
  examples: [
    ['npx --no svc flaky', 'the flakiest tests of the last 30 days'],
    ['npx --no svc flaky --days 7 --min-runs 20', 'tests with at least 20 runs in the last 7 days'],
    ['npx --no svc flaky --broken', 'tests that fail until they are fixed'],
  ],
  json: `An array, the data of GET /api/flaky-tests:
[{ "testId", "file", "titles", "variant", "flakinessRate": { "value",
   "numerator", "denominator", "interval": { "low", "high" } }, "evidence",
   "failedRuns", "lastEvidence", "monitor", ... }]`,
  seeAlso: ['failures'],
}

/** `svc flaky`: lists flaky tests. */
export const flakyCommand = (call: Call): Command =>
  withServerOptions(new Command('flaky').description('list flaky tests'))
    .addOption(branchOption().default(undefined, 'all branches'))
    .option('--days <number>', 'how many days to include, today included', numberFrom(1, 365), 30)
    .option('--min-runs <number>', 'omit tests with fewer runs', numberFrom(1, 100_000))
    .option('--broken', 'list tests that fail on the default branch instead')
    .option('-n, --limit <number>', 'how many tests to show', numberFrom(1, 200), 10)
    .addHelpText('after', manualText(MANUAL))
    .action(async (options: Options) => {
      const [{ connect }, { withProjects }, { flakyText }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/find-execution.ts'),
        import('../views/flaky.ts'),
      ])
      const { branch, days, minRuns, broken, limit } = options
      const connection = await connect(call, options)
      const { project } = connection
      const state = broken ? 'broken' : 'flaky'
      const { data, nextCursor } = await connection
        .ask((client) => client.listFlakyTests({ project, branch, days, minRuns, state, limit }))
        .catch(async (error: unknown) => {
          throw await withProjects(connection, error)
        })
      const query = { project, branch, days, state, hasMore: nextCursor !== null } as const
      print(call, data, (screen) => flakyText(data, query, screen))
    })
