import { Command } from 'commander'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print } from '../terminal/print.ts'
import { branchOption, numberFrom, suiteOption, withServerOptions } from './options.ts'

interface Options {
  project?: string
  branch?: string
  suite?: string
  limit: number
  url?: string
}

const MANUAL: Manual = {
  text: `What broke, what was repaired, what became slower, and whether the change is to blame.
Each of base and head is an execution's id or address, a commit, or a branch, of which
the newest execution is taken. Without a base the server chooses one, as it does for a
pull request: the run of the commit where the branch began, or the nearest tested before
it. The answer says which and why. Without a head it is the newest execution of the
branch that is checked out.

Every regression has a verdict. "this change": it passed before, fails here every time
and nowhere else. "broken on the base already", "known flake" and "infrastructure" are
not the change's doing. "not certain": the line says what is missing to know.`,
  examples: [
    ['npx @svc/cli compare', 'this branch with where it began'],
    ['npx @svc/cli compare main', 'this branch with the newest run of main'],
    ['npx @svc/cli compare v1-branch v2-branch --suite e2e', 'two branches'],
    ['npx @svc/cli compare || [ $? -ne 3 ]', 'in a script: only trouble is an error, not a regression'],
  ],
  json: `What GET /api/compare has under data:
{ "base", "head", "baseChoice": { "rule", "because", ... }, "provisional",
  "regressions": [{ "file", "titles", "error", "verdict": { "kind", ... } }],
  "improvements", "stillFailing", "newlyFlaky", "newTests", "removed",
  "stoppedRunning", "slower", "faster", "failuresNotCompared", "renamed",
  "errors", "totals", "verdicts", "nextCursors" }`,
  exitCodes: {
    0: 'nothing fails because of this change',
    1: 'the comparison could not be made; a line says why and what to do',
    3: 'tests fail because of this change (verdict "this change")',
  },
}

/** `svc compare`: what a change did. */
export const compareCommand = (call: Call): Command =>
  withServerOptions(new Command('compare').description('say what changed, and whether it is to blame'))
    .argument('[base]', 'what to compare with', 'auto')
    .argument('[head]', 'what is looked at (default: the newest execution of this branch)')
    .addOption(branchOption())
    .addOption(suiteOption())
    .option('-n, --limit <number>', 'how many tests of each kind at most', numberFrom(1, MOST), 10)
    .addHelpText('after', manualText(MANUAL))
    .action(async (baseName: string, headName: string | undefined, options: Options) => {
      const [{ connect }, { findExecution }, { compareText }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/find-execution.ts'),
        import('../views/compare.ts'),
      ])
      const connection = await connect(call, options)
      const head = await findExecution(connection, headName, options.suite)
      const base =
        baseName === 'auto'
          ? 'auto'
          : (await findExecution(connection, baseName, options.suite ?? head.suite)).id
      const { data } = await connection.ask((client) =>
        client.compareExecutions({ base, head: head.id, limit: MOST }),
      )
      // Only this counts failing tests among any number of new ones.
      const report = await connection.ask((client) =>
        client.getReport({ id: head.id, base: data.base?.id ?? 'auto' }),
      )
      print(call, data, (screen) => compareText(data, report.data, options.limit, screen))
      call.exitCode = report.data.verdict === 'mine' ? 3 : 0
    })

/** What the server tells of each kind at once. */
const MOST = 200
