import { Command, InvalidArgumentError, Option } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText, table } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import type { Wish } from '../wrapped/wish.ts'
import { nameFrom, toMs, URL_OPTION } from './options.ts'

type Options = Omit<Wish, 'failOn' | 'failsOnNewFlaky'> & { failOn: FailOnRun }

const FAIL_ON = ['command', 'regressions', 'new-failures', 'failures'] as const
const NEW_FLAKY = 'new-flaky'

interface FailOnRun {
  what: (typeof FAIL_ON)[number]
  isFlaky: boolean
}

/** `new-flaky` stands alone, or beside one of the others. */
const failOnFrom = (value: string): FailOnRun => {
  const given = value.split(',').map((each) => each.trim())
  const others = given.filter((each) => each !== NEW_FLAKY)
  const what = FAIL_ON.find((each) => each === (others[0] ?? FAIL_ON[0]))
  if (!what || others.length > 1)
    throw new InvalidArgumentError(
      `Allowed choices are ${FAIL_ON.join(', ')}, and ${NEW_FLAKY} alone or after a comma.`,
    )
  return { what, isFlaky: given.includes(NEW_FLAKY) }
}

const MANUAL: Manual = {
  text: `Runs a test command. If it fails, the command asks the server whether this change caused the
failures, and ends with the exit code that --fail-on demands. Streams, colours, signals and the
environment of the command are as without svc, and a command that succeeds is not delayed.

The svc reporter must be in the config of the runner (see init). For other tools, --reports
names the report files that the command writes. The command sends those that are new.

With --prove, one test of each kind of failure is repeated, in a copy of this tree and in a
checkout of the base, until the trials show whose failure it is. The server stores them as evidence
for its verdict, which --fail-on then reads again. They are in no history.

With --burn-in, tests that the base does not have, and tests of files that differ from it, are
repeated in a copy of this tree, in their file, in every second run in another order if the runner
can (Vitest, Jest). A test that fails and passes is flaky. Without a base, or if a runner cannot
be called, a line says so.

In doubt, the exit code of the command stays, and a line says why: the server does not answer,
no results arrived, there is no run to compare with, the run was interrupted, a file did not
load, or the command failed although no test failed. Nor does anything count as excused if the
command may start more than one test runner, as a workspace, a shell script or make does. A
runner with a threshold for coverage fails in the same way for both reasons: run the coverage
in a step of its own.`,
  examples: [
    ['npx --no svc run --prove 5m -- npx vitest run', 'repeat failed tests here and on the base'],
    ['npx --no svc run --burn-in 3m --fail-on new-flaky -- npx vitest run', 'fail if a new test is flaky'],
    ['npx --no svc run --fail-on regressions -- npx vitest run', 'fail only for what this change broke'],
    [
      "npx --no svc run --reports 'build/*.xml' -- pytest --junitxml build/r.xml",
      'a tool without a reporter',
    ],
  ],
  more: () =>
    table('Values of --fail-on:', {
      command: 'the exit code of the command, always; the answer is only printed',
      regressions:
        'failures that this change caused, or possibly caused, and those that the base cannot explain',
      'new-failures': 'failures that the base does not have, known flakes included',
      failures: 'every failure',
      [NEW_FLAKY]:
        'a new or changed test that fails and passes in --burn-in; alone, or after a comma: regressions,new-flaky',
    }),
  exitCodes: {
    0: 'the command succeeded, or no failure counts',
    1: 'a new test is flaky (--fail-on new-flaky), or another code: that of the command; 127 if it was not found, 126 if it cannot be executed',
  },
  seeAlso: ['compare', 'upload', 'init'],
}

/** `svc run`: runs a test command, and decides its exit code by what the change broke. */
export const runTestsCommand = (call: Call): Command =>
  new Command('run')
    .description('run a test command, and fail only for what this change broke')
    .usage('[options] -- <command...>')
    .argument('<command...>', 'the test command with its arguments, after --')
    .addOption(
      new Option('--fail-on <what>', 'which failures keep the exit code of the command, see below')
        .argParser(failOnFrom)
        .default({ what: FAIL_ON[0], isFlaky: false } satisfies FailOnRun, `"${FAIL_ON[0]}"`),
    )
    .option(
      '--reports <pattern>',
      'report files that the command writes, repeatable',
      (value: string, before: string[] = []) => [...before, value],
    )
    .addOption(
      new Option(
        '--prove <duration>',
        'if tests fail, repeat them here and on the base for at most this long: 90s or 5m',
      ).argParser(toMs),
    )
    .addOption(
      new Option(
        '--burn-in <duration>',
        'repeat new and changed tests until they fail and pass, for at most this long: 90s or 5m',
      ).argParser(toMs),
    )
    .option(
      '--setup <command>',
      'prepares a checkout of the base for --prove (default: the install of its lock file)',
    )
    .option(
      '--copy <path>',
      'a file that is not in git, which tests of the base need, repeatable',
      (value: string, before: string[] = []) => [...before, value],
    )
    .option(
      '--rerun-command <command>',
      'how --prove and --burn-in call the runner, if the command hides it in a script',
    )
    .option('--suite <name>', 'name of the suite of --reports (default: SVC_SUITE, else default)', nameFrom)
    .option(...URL_OPTION)
    .passThroughOptions()
    .addHelpText('after', manualText(MANUAL))
    .action(async (words: string[], options: Options, command: Command) => {
      const { failOn, ...settings } = options
      if (failOn.isFlaky && options.burnIn === undefined)
        command.error(`error: --fail-on ${NEW_FLAKY} needs --burn-in <duration>`, { exitCode: 2 })
      const wish = { ...settings, failOn: failOn.what, failsOnNewFlaky: failOn.isFlaky }
      const { wrap } = await import('../wrapped/wrap.ts')
      try {
        const { code, signal, lines } = await wrap(words, wish, call, command)
        for (const line of lines) say(call, 'svc: ', line)
        call.exitCode = code
        if (signal) call.endBy?.(signal)
      } catch (error) {
        const { NotStarted } = await import('../wrapped/start-command.ts')
        if (!(error instanceof NotStarted)) throw error
        say(call, 'svc: ', error.message)
        if (error.next) say(call, 'next: ', error.next)
        call.exitCode = error.exitCode
      }
    })
