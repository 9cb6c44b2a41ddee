import { Command, Option } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'
import { hanging, oneLine } from '../terminal/text.ts'
import { nameFrom, suiteOption, toMs, withServerOptions } from './options.ts'

interface Options {
  project?: string
  suite?: string
  url?: string
  for: number
  setup?: string
  copy?: string[]
  rerunCommand?: string
}

const MANUAL: Manual = {
  text: `Repeats the failed tests of an execution, in a copy of this folder and in a checkout of its base, until
the trials show whose failure each is. One test of each kind of failure is repeated, and if its file passes alone, also
after the files that ran before it. The trials become part of the verdict, if the key may send results. It is for a failure of CI, or of a command that svc run did not start.

Without a name, the command uses the newest failed execution of the commit that is checked out. The folder must have
the commit that the execution ran, without other changes, and the installed modules of its runner. If something does
not fit, the command says what is missing and repeats nothing.

The runner is that of the execution: Playwright, Vitest or Jest, with its configuration in this folder. Name another
command if the configuration is elsewhere.`,
  examples: [
    ['npx --no svc prove', 'the newest failed run of this commit'],
    ['npx --no svc prove --for 10m', 'with more time'],
    ["npx --no svc prove --rerun-command 'npm run test:e2e'", 'with another configuration'],
  ],
  json: `{ "execution", "base": { "sha", "branch" },
  "proofs": [{ "test": { "file", "titles", "variant" }, "finding",
               "here": { "failed", "passed" }, "base": { ... },
               "after"?: { "files", "finding", "here", "base" },
               "reason"?, "sentence" }], "isStored" }
after has the trials in which other files ran first.
finding is proved, new-flake, flake, fails-on-base-now, flaky-here,
passes-alone, undecided or void.`,
  exitCodes: {
    0: 'the failures were repeated, whatever that showed',
    1: 'nothing was repeated; a line says what is missing',
  },
  seeAlso: ['run', 'failures', 'compare'],
}

const DEFAULT_FOR_MS = 300_000

/** `svc prove`: repeats the failures of an execution here and on its base. */
export const proveCommand = (call: Call): Command =>
  withServerOptions(new Command('prove').description('repeat failed tests here and on the base'))
    .argument('[execution]', 'which execution (default: the newest failed one of this commit)', nameFrom)
    .addOption(suiteOption())
    .addOption(
      new Option('--for <duration>', 'for at most this long: 90s or 5m')
        .argParser(toMs)
        .default(DEFAULT_FOR_MS, '5m'),
    )
    .option('--setup <command>', 'prepares a checkout of the base (default: the install of its lock file)')
    .option(
      '--copy <path>',
      'a file that is not in git, which tests of the base need, repeatable',
      (value: string, before: string[] = []) => [...before, value],
    )
    .option('--rerun-command <command>', 'how to call the runner (default: npx --no and its name)')
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string | undefined, { for: prove, ...options }: Options) => {
      const [{ connect }, { proveExecution }] = await Promise.all([
        import('../server/connect.ts'),
        import('../wrapped/prove-execution.ts'),
      ])
      const { project, suite, url, ...repeats } = options
      const connection = await connect(call, {
        ...(project !== undefined && { project }),
        ...(url !== undefined && { url }),
      })
      const wish = { ...repeats, prove, ...(suite !== undefined && { suite }) }
      const { execution, base, proofs, sent } = await proveExecution(connection, name, wish, call)
      const data = {
        execution: execution.id,
        base,
        proofs: proofs.map(({ proof: { test, finding, evidence, reason, neighbours }, sentence }) => ({
          test: { file: test.file, titles: test.titles, variant: test.variant },
          finding,
          here: evidence.here,
          base: evidence.base,
          ...(reason !== undefined && { reason }),
          ...(neighbours && {
            after: {
              files: neighbours.files,
              finding: neighbours.finding,
              here: neighbours.evidence.here,
              base: neighbours.evidence.base,
            },
          }),
          sentence,
        })),
        isStored: sent.hasSent,
      }
      print(call, data, ({ cells }) =>
        text([
          ...proofs.flatMap(({ sentence }) => hanging('', sentence, cells)),
          ...hanging('', oneLine(sent.line), cells),
          execution.url,
        ]),
      )
    })
