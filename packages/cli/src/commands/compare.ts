import { FAIL_ON, type FailOn, gate } from '@svc/client/gate'
import { Command, Option } from 'commander'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print } from '../terminal/print.ts'
import { quoted } from '../terminal/quoted.ts'
import { branchOption, nameFrom, numberFrom, suiteOption, withServerOptions } from './options.ts'
import { waitOption } from './wait-option.ts'

interface Options {
  project?: string
  branch?: string
  suite?: string
  limit: number
  /** Milliseconds. */
  wait?: number
  failOn: FailOn
  url?: string
}

const MANUAL: Manual = {
  text: `What broke, what was repaired, what became slower, and whether the change is to blame.
Each of base and head is an execution's id or address, a commit, or a branch, of which
the newest execution is taken. Without a base the server chooses one, as it does for a
pull request: the run of the commit where the branch began, or the nearest tested before
it. The answer says which and why.

Without a head it is what was uploaded last from this folder, whatever date its report has,
or what came to the branch that is checked out after that. Where nothing was uploaded here,
it is the newest execution of that branch.

While other jobs of a build still run, or less than the server's settle time (a minute unless
SVC_SETTLE_AFTER says otherwise there) has gone by since the last of them, a comparison is
provisional: nothing is called removed, and what fails may pass yet. It says what has not
come, and when the run is over if nothing more arrives. With --wait it is made when
everything has arrived, or did not come in time; "Did not report" names that.

Every regression has a verdict. "this change": it passed before, fails here every time
and nowhere else. "broken on the base already", "known flake" and "infrastructure" are
not the change's doing. "not certain": the line says what is missing to know.

Tests of equal names in one file, as the rows of a data provider, are told apart by their
order only. A failure that another row of the name has on the base is never called this
change's. Rows with an index or their values in the name are judged one by one.

--fail-on says what makes the exit code 3, as the input of the same name of the GitHub Action:
"regressions", what this change broke or may have, with the verdict "this change" or "not
certain", new tests that fail and failures outside tests, and nothing without a base;
"new-failures", all that fails and did not on the base, known flakes too, and without a base
all that fails; "failures", all that fails; "never", nothing.`,
  examples: [
    ['npx @svc/cli compare', 'this branch with where it began'],
    ['npx @svc/cli compare --wait', 'in CI, when all jobs have sent their results'],
    ['npx @svc/cli compare main', 'this branch with the newest run of main'],
    ['npx @svc/cli compare v1-branch v2-branch --suite e2e', 'two branches'],
    ['npx @svc/cli compare --fail-on new-failures', 'as a gate that lets no known flake through either'],
    ['npx @svc/cli compare --fail-on never', 'in a script: only trouble is an error, not a regression'],
  ],
  json: `What GET /api/compare has under data:
{ "base", "head", "baseChoice": { "rule", "because", ... }, "provisional",
  "waitingFor", "settlesAt", "missing",
  "regressions": [{ "file", "titles", "error", "verdict": { "kind", ... } }],
  "improvements", "stillFailing", "newlyFlaky", "newTests", "removed",
  "stoppedRunning", "slower", "faster", "failuresNotCompared", "renamed",
  "errors", "totals", "verdicts", "nextCursors" }`,
  exitCodes: {
    0: 'nothing fails that --fail-on is about',
    1: 'the comparison could not be made; a line says why and what to do',
    3: 'something fails that --fail-on is about: unless told otherwise, because of this change, or perhaps because of it',
    4: 'with --wait: the time ran out, and what is printed is provisional',
  },
  seeAlso: ['upload', 'failures', 'executions'],
}

/** `svc compare`: what a change did. */
export const compareCommand = (call: Call): Command =>
  withServerOptions(new Command('compare').description('say what changed, and whether it is to blame'))
    .argument('[base]', 'what to compare with', nameFrom, 'auto')
    .argument(
      '[head]',
      'what is looked at (default: the last upload, or the newest of this branch)',
      nameFrom,
    )
    .addOption(branchOption())
    .addOption(suiteOption())
    .addOption(waitOption())
    .addOption(
      new Option('--fail-on <what>', 'what makes the exit code 3, see below')
        .choices(FAIL_ON)
        .default(FAIL_ON[0]),
    )
    .option('-n, --limit <number>', 'how many tests of each kind at most', numberFrom(1, MOST), 10)
    .addHelpText('after', manualText(MANUAL))
    .action(async (baseName: string, headName: string | undefined, options: Options, command: Command) => {
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
          : (
              await findExecution(
                { ...connection, project: head.project },
                baseName,
                options.suite ?? head.suite,
              )
            ).id
      const ask = () =>
        connection.ask((client) => client.compareExecutions({ base, head: head.id, limit: MOST }))
      let { data } = await ask()
      let isLate = false
      if (options.wait !== undefined) {
        const { waitUntilOver } = await import('../server/wait-until-whole.ts')
        const deadline = call.now() + options.wait
        while (data.provisional && !isLate) {
          const open = data.head.state === 'running' ? data.head : (data.base ?? data.head)
          isLate = !(await waitUntilOver(connection, open, deadline, call))
          data = (await ask()).data
        }
      }
      // Only this counts failing tests among any number of new ones.
      const report = await connection.ask((client) =>
        client.getReport({ id: head.id, base: data.base?.id ?? 'auto' }),
      )
      const again = `npx @svc/cli compare ${typed(command, options)}--wait`
      print(call, data, (screen) =>
        compareText(data, report.data, { limit: options.limit, again, baseName }, screen),
      )
      const { execution, totals } = report.data
      const why = gate({ execution, totals, hasBase: data.base !== null }, options.failOn)
      call.exitCode = isLate && data.provisional ? 4 : why.length > 0 ? 3 : 0
      if (call.exitCode === 3) say(call, 'svc: ', `failed by --fail-on ${options.failOn}: ${why.join('; ')}`)
      if (call.exitCode === 4)
        say(call, 'svc: ', `not everything has arrived in time; to wait longer: ${again}=1h`)
    })

/** What was typed, to be typed again; a space behind it. */
const typed = (command: Command, { project, branch, suite, url, failOn }: Options): string =>
  [
    ...command.args,
    ...Object.entries({
      project,
      branch,
      suite,
      url,
      'fail-on': failOn === FAIL_ON[0] ? undefined : failOn,
    }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ]
    .map((word) => `${quoted(word)} `)
    .join('')

/** What the server tells of each kind at once. */
const MOST = 200
