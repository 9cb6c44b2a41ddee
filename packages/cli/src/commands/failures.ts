import { Command } from 'commander'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print } from '../terminal/print.ts'
import { branchOption, executionArgument, numberFrom, suiteOption, withServerOptions } from './options.ts'

interface Options {
  project?: string
  branch?: string
  suite?: string
  days?: number
  limit: number
  url?: string
}

const MANUAL: Manual = {
  text: `Groups failures by error, because one defect often fails many tests. Two errors belong to
the same group if they differ only in numbers, ids, paths and times. The largest group comes
first.

Name an execution by its id or address, a commit, or a branch. For a branch, the command uses
its newest execution. If you name none, it uses the last upload from this folder or the newest
execution of the current branch, whichever is later. If other suites ran on the same commit, a
line names them; --suite chooses one.`,
  examples: [
    ['npx --no svc failures', 'why the newest run of this branch failed'],
    ['npx --no svc failures main', 'why the newest run of main failed'],
    ['npx --no svc failures --days 7', 'failures on this branch in the last 7 days'],
  ],
  json: `An array, the data of GET /api/failures:
[{ "fingerprint", "message", "failed", "flaky", "errors", "tests", "legs",
   "sample": [{ "file", "titles", ... }], "owners", "firstSeen", "lastSeen",
   ... }]`,
  seeAlso: ['compare', 'flaky'],
}

const DAY_MS = 86_400_000

/** `svc failures`: groups failures by error. */
export const failuresCommand = (call: Call): Command =>
  withServerOptions(new Command('failures').description('list failures, grouped by error'))
    .addArgument(executionArgument())
    .addOption(branchOption())
    .addOption(suiteOption())
    .option('--days <number>', 'all executions of the branch in this many days', numberFrom(1, 365))
    .option('-n, --limit <number>', 'how many groups to show', numberFrom(1, 200), 10)
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string | undefined, options: Options, command: Command) => {
      const { days, suite, limit } = options
      if (name !== undefined && days !== undefined)
        command.error('error: name an execution or give --days, not both', { exitCode: 2 })
      const [{ connect }, { findExecution, withProjects }, { otherSuites }, { failuresText }] =
        await Promise.all([
          import('../server/connect.ts'),
          import('../server/find-execution.ts'),
          import('../server/other-suites.ts'),
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
      const query = { project, branch, days, execution, hasMore: nextCursor !== null }
      print(call, data, (screen) => failuresText(data, query, screen))
      if (!execution || name !== undefined || suite !== undefined) return
      const advice = { toSee: 'to list its failures', command: 'npx --no svc failures', options }
      const others = await otherSuites(connection, execution, advice)
      if (others) say(call, 'svc: ', others)
    })
