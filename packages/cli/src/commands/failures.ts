import { Command } from 'commander'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print } from '../terminal/print.ts'
import { branchOption, nameFrom, numberFrom, suiteOption, withServerOptions } from './options.ts'

interface Options {
  project?: string
  branch?: string
  suite?: string
  days?: number
  limit: number
  url?: string
}

const MANUAL: Manual = {
  text: `Failures with the same error are told once: one broken thing often fails many tests.
Errors are the same where they differ only in numbers, ids, paths and times. The one that
fails most comes first.

The execution is an id, an address, a commit, or a branch, of which the newest is taken;
without one it is what was uploaded last from this folder, or the newest of the branch
that is checked out, whichever came later.`,
  examples: [
    ['npx @svc/cli failures', 'why the newest run of this branch failed'],
    ['npx @svc/cli failures main', 'the same of main'],
    ['npx @svc/cli failures --days 7', 'what failed on this branch within a week'],
  ],
  json: `An array, as GET /api/failures has it under data:
[{ "fingerprint", "message", "failed", "flaky", "errors", "tests", "legs",
   "sample": [{ "file", "titles", ... }], "owners", "firstSeen", "lastSeen",
   ... }]`,
  seeAlso: ['compare', 'flaky'],
}

const DAY_MS = 86_400_000

/** `svc failures`: why tests failed, each reason once. */
export const failuresCommand = (call: Call): Command =>
  withServerOptions(new Command('failures').description('say why tests failed, each reason once'))
    .argument(
      '[execution]',
      'of which execution (default: the last upload, or the newest of this branch)',
      nameFrom,
    )
    .addOption(branchOption())
    .addOption(suiteOption())
    .option('--days <number>', 'of all executions of the branch in so many days', numberFrom(1, 365))
    .option('-n, --limit <number>', 'how many reasons at most', numberFrom(1, 200), 10)
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string | undefined, options: Options, command: Command) => {
      const { days, suite, limit } = options
      if (name !== undefined && days !== undefined)
        command.error('error: an execution and --days cannot be given together', { exitCode: 2 })
      const [{ connect }, { findExecution, withProjects }, { failuresText }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/find-execution.ts'),
        import('../views/failures.ts'),
      ])
      const connection = await connect(call, options)
      const { project, branch } = connection
      const execution = days === undefined ? await findExecution(connection, name, suite) : undefined
      const from = new Date(call.now() - (days ?? 0) * DAY_MS).toISOString()
      const filters = execution ? { execution: execution.id } : { project, branch, from }
      const { data, nextCursor } = await connection
        .ask((client) => client.listFailures({ ...filters, limit }))
        .catch(async (error: unknown) => {
          throw execution ? error : await withProjects(connection, error)
        })
      const asked = { project, branch, days, execution, hasMore: nextCursor !== null }
      print(call, data, (screen) => failuresText(data, asked, screen))
    })
