import { Command, Option } from 'commander'
import type { Call } from '../call.ts'
import type { ServerOptions } from '../server/connect.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print } from '../terminal/print.ts'
import { branchOption, numberFrom, suiteOption, withServerOptions } from './options.ts'

interface Options extends ServerOptions {
  allBranches?: boolean
  status?: (typeof STATES)[number]
  limit: number
}

const STATES = ['running', 'passed', 'failed', 'cancelled', 'incomplete'] as const

const MANUAL: Manual = {
  text: `Lists executions, newest first. An execution is one run of one suite, in a CI build or on a
developer's machine. The last line of each entry is its id, which compare, failures and open
accept.

The order follows the start times in the reports, not the time of upload. A report from last
week appears among last week's executions, even if you uploaded it just now. Without a name,
compare, failures and open use the last upload from this folder, regardless of its date.`,
  examples: [
    ['npx --no svc executions', 'the newest executions of the current branch'],
    ['npx --no svc executions --all-branches --status failed', 'recent failures on any branch'],
    ["npx --no svc executions --json | jq -r '.[0].id'", 'in a script: the id of the newest'],
  ],
  json: `An array of executions, the data of GET /api/executions:
[{ "id", "url", "project", "suite", "build", "state", "branch", "testedSha",
   "startedAt", "durationMs", "counts": { "total", "passed", ... }, ... }]`,
  seeAlso: ['compare', 'failures', 'open'],
}

/** `svc executions`: lists recent runs. */
export const executionsCommand = (call: Call): Command =>
  withServerOptions(new Command('executions').description('list recent executions, newest first'))
    .addOption(branchOption())
    .option('-a, --all-branches', 'include all branches')
    .addOption(suiteOption())
    .addOption(new Option('--status <state>', 'only executions with this status').choices(STATES))
    .option('-n, --limit <number>', 'how many executions to show', numberFrom(1, 1_000), 10)
    .addHelpText('after', manualText(MANUAL))
    .action(async (options: Options) => {
      const [{ connect }, { listExecutions }, { executionsText }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/find-execution.ts'),
        import('../views/executions.ts'),
      ])
      const { limit, suite, allBranches, status } = options
      const connection = await connect(call, options)
      const branch = allBranches ? undefined : connection.branch
      const executions = await listExecutions(connection, { limit, branch, suite, status })
      const { project } = connection
      print(call, executions, (screen) => executionsText(executions, { project, branch, limit }, screen))
    })
