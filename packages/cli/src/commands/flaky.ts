import { Command } from 'commander'
import type { Call } from '../run.ts'
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
  text: `Tests that pass and fail on the same code, the worst first. The rate is runs with evidence
of flakiness by runs in which the test ran; evidence is a failure and a pass on the same
clean tree, or a failure and then a pass of a retry. The interval is what the true rate may
be with so many runs (95 %). Of all branches, unless --branch names one. Only runs of CI
count; a project that has none yet uses local ones.`,
  examples: [
    ['npx @svc/cli flaky', 'the worst of 30 days'],
    ['npx @svc/cli flaky --days 7 --min-runs 20', 'of a week, with some certainty'],
    ['npx @svc/cli flaky --broken', 'tests that failed every time'],
  ],
  json: `An array, as GET /api/flaky-tests has it under data:
[{ "testId", "file", "titles", "variant", "flakinessRate": { "value",
   "numerator", "denominator", "interval": { "low", "high" } }, "evidence",
   "failedRuns", "lastEvidence", "monitor", ... }]`,
  seeAlso: ['failures'],
}

/** `svc flaky`: tests that cannot be trusted. */
export const flakyCommand = (call: Call): Command =>
  withServerOptions(new Command('flaky').description('list tests that cannot be trusted'))
    .addOption(branchOption().default(undefined, 'all branches'))
    .option('--days <number>', 'days that are looked at, the last of them today', numberFrom(1, 365), 30)
    .option('--min-runs <number>', 'leave out tests that ran in fewer runs', numberFrom(1, 100_000))
    .option('--broken', 'tests that failed in all of their runs instead')
    .option('-n, --limit <number>', 'how many at most', numberFrom(1, 200), 10)
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
      const asked = { project, branch, days, state, hasMore: nextCursor !== null } as const
      print(call, data, (screen) => flakyText(data, asked, screen))
    })
