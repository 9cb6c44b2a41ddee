import { FAIL_ON, type FailOn, gate } from '@svc/client/gate'
import { svcCommand } from '@svc/client/svc-command'
import { VERDICTS, verdictOf } from '@svc/protocol'
import { Command, Option } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { ComparisonGroup } from '../server/read-group.ts'
import { type Manual, manualText, table } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print } from '../terminal/print.ts'
import { quoted } from '../terminal/quoted.ts'
import { oneLine, typed } from '../terminal/text.ts'
import { shortList } from '../terminal/words.ts'
import { branchOption, nameFrom, numberFrom, suiteOption, waitOption, withServerOptions } from './options.ts'

/** The groups of a comparison, as the server names them. */
const GROUPS: readonly ComparisonGroup[] = [
  'regressions',
  'newTests',
  'failuresNotCompared',
  'errorsIntroduced',
  'stillFailing',
  'errorsPersisting',
  'newlyFlaky',
  'stoppedRunning',
  'slower',
  'slowerFiles',
  'removed',
  'improvements',
  'errorsFixed',
  'faster',
  'renameCandidates',
  'renamed',
]

interface Options {
  project?: string
  branch?: string
  suite?: string
  group?: ComparisonGroup
  /** Of a matrix: what the gate judges. */
  leg?: string
  limit?: number
  /** Milliseconds. */
  wait?: number
  failOn: FailOn
  url?: string
}

const MANUAL: Manual = {
  text: `Shows what broke, what was fixed, what became slower, and whether the change caused it.
Base and head are each an execution's id or address, a commit, or a branch. For a branch, the
command uses its newest execution. If you name no base, the server chooses one, as it does for
a pull request: the run of the commit where the branch began, or of the nearest tested commit
before it. The answer names the base and the reason.

If you name no head, the command uses the last upload from this folder, or a newer execution
of the current branch. If this folder uploaded nothing, it uses the newest execution of the
current branch. If other suites ran on the same commit, a line names them, failed ones first;
--suite chooses one. The gate fails if a newer run of this folder is not sent yet.

A comparison is provisional while other jobs of the build run, and until the server's settle
time has passed (SVC_SETTLE_AFTER on the server, one minute by default). A provisional
comparison lists no removed tests, and failures may still pass. It says what has not arrived,
and when the run ends if nothing more arrives. The gate judges all jobs of the build that have
sent results, so use it in the last job, or with --wait. With --wait, the command waits until all
results have arrived or the time has passed; "Did not report" then names what is missing. In a
matrix, --leg lets each job fail for its own leg alone.

Each group shows its total and its first tests. A line says how to list the rest: --group reads
one group to its end. --json has at most 200 tests of each group; nextCursors is null if that is all.

Every failure that the base does not have gets a verdict, see below.

Tests with the same name in one file, such as rows of a data provider, differ by their order
only. If another row with the name failed on the base, the verdict is never "${verdictOf('mine').label}".
Put an index or the values into the names to get a verdict for each row.`,
  examples: [
    ['npx --no svc compare', 'compare this branch with the commit where it began'],
    ['npx --no svc compare --wait', 'in CI: wait until all jobs have sent their results'],
    ['npx --no svc compare main', 'compare this branch with the newest run of main'],
    ['npx --no svc compare v1-branch v2-branch --suite e2e', 'compare two branches'],
    ['npx --no svc compare --group regressions --json', 'all that broke, as data'],
    ['npx --no svc compare --fail-on new-failures', 'a gate that also fails on known flakes'],
    ['npx --no svc compare --leg windows', 'in the job of a matrix: fail for its own leg alone'],
    ['npx --no svc compare --fail-on never', 'in a script: report regressions without failing'],
  ],
  more: () =>
    [
      table('Verdicts:', Object.fromEntries(VERDICTS.map(({ label, sentence }) => [label, sentence]))),
      table('Values of --fail-on, as of the input of the GitHub Action:', {
        regressions:
          'failures caused, or possibly caused, by this change, and those that the base cannot explain: it did not run the test, or not on this leg, or failed with another error; without a base, every failure',
        'new-failures':
          'every failure that the base does not have, known flakes included; without a base, every failure',
        failures: 'every failure',
        never: 'none',
      }),
      `Except with never, the gate also fails if a bail, a hook, an interruption or
a crash kept tests from running.`,
    ].join('\n\n'),
  json: `The data of GET /api/compare:
{ "base", "head", "baseChoice": { "rule", "because", ... }, "provisional",
  "waitingFor", "settlesAt", "missing",
  "regressions": [{ "file", "titles", "error", "verdict": { "kind", ... } }],
  "historyRuns",
  "improvements", "stillFailing", "newlyFlaky", "newTests", "removed",
  "stoppedRunning", "slower", "slowerFiles", "faster",
  "failuresNotCompared", "renamed", "errors", "totals", "verdicts",
  "nextCursors" }`,
  exitCodes: {
    0: 'the gate passed',
    1: 'the command could not compare; a line says why and what to do',
    3: 'the gate failed: see --fail-on',
    4: 'with --wait: time ran out, and the comparison is provisional',
  },
  seeAlso: ['upload', 'failures', 'executions'],
}

/** `svc compare`: shows what a change did. */
export const compareCommand = (call: Call): Command =>
  withServerOptions(
    new Command('compare').description('show what changed, and whether this change caused it'),
  )
    .argument('[base]', 'the run to compare with', nameFrom, 'auto')
    .argument(
      '[head]',
      'the run to compare (default: the last upload, or the newest run of this branch)',
      nameFrom,
    )
    .addOption(branchOption())
    .addOption(suiteOption())
    .addOption(waitOption())
    .addOption(
      new Option('--fail-on <what>', 'which failures make the exit code 3, see below')
        .choices(FAIL_ON)
        .default(FAIL_ON[0]),
    )
    .option(
      '--leg <name>',
      'judge the failures of this leg of a matrix alone, and those outside tests',
      nameFrom,
    )
    .option('-n, --limit <number>', 'how many tests of each group to show (default: 10)', numberFrom(1, MOST))
    .addOption(
      new Option('--group <name>', 'only this group, to its end unless --limit is given').choices(GROUPS),
    )
    .addHelpText('after', manualText(MANUAL))
    .action(async (baseName: string, headName: string | undefined, options: Options, command: Command) => {
      const [
        { connect },
        { gatedOf },
        { resultsOfLeg },
        { findExecution, unsentRuns, unsentSince },
        { otherSuites },
        { readGroup },
        { compareText },
      ] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/gated-of.ts'),
        import('@svc/client/wrapped'),
        import('../server/find-execution.ts'),
        import('../server/other-suites.ts'),
        import('../server/read-group.ts'),
        import('../views/compare.ts'),
      ])
      const connection = await connect(call, options)
      const head = await findExecution(connection, headName, options.suite)
      const unsent = headName === undefined ? await unsentRuns(connection) : undefined
      if (unsent) say(call, 'svc: ', unsent)
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
      if (base === head.id && headName === undefined)
        say(
          call,
          'svc: ',
          `base and head are the same execution; to compare it with its own base: npx --no svc compare auto ${quoted(baseName)}`,
        )
      const { group } = options
      const shown = options.limit ?? (group === undefined ? SHOWN : Number.POSITIVE_INFINITY)
      const limit = call.isJson ? MOST : Math.max(shown, SAMPLE)
      const ask = async () =>
        group === undefined
          ? (await connection.ask((client) => client.compareExecutions({ base, head: head.id, limit }))).data
          : readGroup(connection, { base, head: head.id, group, most: shown })
      let data = await ask()
      let isLate = false
      if (options.wait !== undefined) {
        const { waitUntilOver } = await import('../server/wait-until-whole.ts')
        const deadline = call.now() + options.wait
        while (data.provisional && !isLate) {
          const open = data.head.state === 'running' ? data.head : (data.base ?? data.head)
          isLate = !(await waitUntilOver(connection, open, deadline, call))
          data = await ask()
        }
      }
      // Only the report counts failing tests among any number of new ones.
      const report = await connection.ask((client) =>
        client.getReport({ id: head.id, base: data.base?.id ?? 'auto' }),
      )
      const { project, branch, suite, url, failOn, leg } = options
      const legs = [...data.legs.compared, ...data.legs.onlyHead]
      const areAllNamed = legs.length === data.legs.totals.compared + data.legs.totals.onlyHead
      if (leg !== undefined && areAllNamed && !legs.includes(leg))
        throw new Refusal(`no job has reported the leg ${oneLine(leg)}`, {
          code: 'NOT_FOUND',
          next: `legs of this execution: ${shortList(legs.map(oneLine), 12)}`,
        })
      const gateAt = failOn === FAIL_ON[0] ? undefined : failOn
      const svc = svcCommand(call.folder)
      const merge = `${svc} rename ${typed([], { project, url })}`
      const again = `${svc} compare ${typed(command.args, { project, branch, suite, url, leg, 'fail-on': gateAt })}--wait`
      print(call, data, (screen) =>
        compareText(data, report.data, { limit: shown, only: group, again, merge, baseName }, screen),
      )
      if (headName === undefined && suite === undefined) {
        const advice = {
          toSee: 'to compare one',
          command: 'npx --no svc compare',
          args: command.args,
          options,
        }
        const others = await otherSuites(connection, data.head, advice)
        if (others) say(call, 'svc: ', others)
      }
      const cut = GROUPS.filter((name) => data.nextCursors[name])
      if (call.isJson && cut.length > 0)
        say(
          call,
          'svc: ',
          `these groups have more entries than listed: ${cut.map((name) => `${name} (${data.totals[name]?.toLocaleString('en')})`).join(', ')}; to list all of one: --group ${cut[0]}`,
        )
      const judged = gatedOf(report.data)
      const own = leg === undefined ? judged : resultsOfLeg(judged, leg)
      if (leg !== undefined && own === judged)
        say(call, 'svc: ', 'the report does not list all failures, so the gate judges those of all legs')
      const why = gate(own, failOn).map(oneLine)
      if (headName === undefined && failOn !== 'never')
        why.push(...(await unsentSince(connection, data.head)))
      call.exitCode = isLate && data.provisional ? 4 : why.length > 0 ? 3 : 0
      if (call.exitCode === 3) say(call, 'svc: ', `Gate failed (${failOn}): ${why.join('; ')}`)
      if (call.exitCode === 4)
        say(call, 'svc: ', `some results have not arrived in time; to wait longer: ${again}=1h`)
    })

/** Entries of a group that the server returns at most per request. */
const MOST = 200
/** Entries of a group that the text shows without `--limit`. */
const SHOWN = 10
/** Entries of a group from which the text tells whether most failures have one error. */
const SAMPLE = 50
