import { Command, Option } from 'commander'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print } from '../terminal/print.ts'
import { branchOption, numberFrom, suiteOption, withServerOptions } from './options.ts'

interface Options {
  project?: string
  branch?: string
  allBranches?: boolean
  suite?: string
  status?: State
  limit: number
  url?: string
}

const STATES = ['running', 'passed', 'failed', 'cancelled', 'incomplete'] as const
type State = (typeof STATES)[number]

const MANUAL: Manual = {
  text: `An execution is one run of one suite: of a CI build, or on somebody's machine. The newest
come first. The last line of each is its id, which compare, failures and open take.

They are in the order in which they ran, as their reports say, not of their arrival: a report
of last week that was uploaded just now stands among those of last week. Without a name,
compare, failures and open take what was uploaded here last, whatever its date.`,
  examples: [
    ['npx @svc/cli executions', 'the newest of the branch that is checked out'],
    ['npx @svc/cli executions --all-branches --status failed', 'what failed lately, wherever'],
    ["npx @svc/cli executions --json | jq -r '.[0].id'", 'the id of the newest, for a script'],
  ],
  json: `An array of executions, as GET /api/executions has them under data:
[{ "id", "url", "project", "suite", "build", "state", "branch", "testedSha",
   "startedAt", "durationMs", "counts": { "total", "passed", ... }, ... }]`,
  seeAlso: ['compare', 'failures', 'open'],
}

/** `svc executions`: what ran lately. */
export const executionsCommand = (call: Call): Command =>
  withServerOptions(new Command('executions').description('list what ran lately, the newest first'))
    .addOption(branchOption())
    .option('-a, --all-branches', 'of whatever branch')
    .addOption(suiteOption())
    .addOption(new Option('--status <state>', 'only those in this state').choices(STATES))
    .option('-n, --limit <number>', 'how many at most', numberFrom(1, 1_000), 10)
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
      const found = await listExecutions(connection, { limit, branch, suite, status })
      const { project } = connection
      print(call, found, (screen) => executionsText(found, { project, branch, limit }, screen))
    })
