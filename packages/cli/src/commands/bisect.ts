import { percentText } from '@svc/protocol'
import type { Bisected } from '@svc/prove'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'
import { hanging, oneLine } from '../terminal/text.ts'
import { count } from '../terminal/words.ts'
import { nameFrom, toMs, withServerOptions } from './options.ts'

interface Options {
  project?: string
  url?: string
  good?: string
  bad?: string
  within: number
  setup?: string
  copy?: string[]
  rerunCommand?: string
}

const MANUAL: Manual = {
  text: `Finds the commit that broke a test of the base branch. The server knows the last run that passed and the
first one that failed; the command runs the test's file in checkouts of the commits between them.

A failure that does not occur in every run is repeated: a commit counts as good after as many clean runs as the
rate of the failure demands. The command ends with one commit, or with the smallest range, and with the
probability that the culprit is in it. Commits that cannot be installed or run are skipped. Of a merge, only the
state of the branch is tried. The server shows the result with the failure, if the key may send results.

A failure is a fingerprint, the id of a test or a part of its name. Without one, it is the first failure of the
newest execution of the base branch. With --good, --bad and a command, no server is needed: the command runs as
it is. If its svc reporter writes no results, its exit code decides, as for git bisect run: 0 is good, 125 is skipped.`,
  examples: [
    ['npx --no svc bisect', 'what broke the base branch'],
    ['npx --no svc bisect 3f2a1bc4d5e6f708 --within 30m', 'a failure by its fingerprint, with more time'],
    ['npx --no svc bisect --good v1.4 --bad main -- npx vitest run cart', 'without a server'],
  ],
  json: `{ "test"?: { "file", "titles", "variant" }, "commits": [{ "sha", "author",
  "subject", "isMerge" }], "probability", "before": { "failed", "passed" },
  "after": { ... }, "good", "searched",
  "skipped": [{ "commit": { ... }, "reason" }], "isDecided", "command",
  "fingerprint"?, "isStored" }`,
  exitCodes: {
    0: 'the commit, or the smallest range, was found',
    1: 'nothing was found; a line says why',
    4: 'undecided: the time ran out, Ctrl-C ended the search, or the failure comes and goes',
  },
  seeAlso: ['prove', 'failures', 'run'],
}

const DEFAULT_WITHIN_MS = 900_000

/** A name that git would take for an option is no commit. */
const revisionFrom = (value: string): string => {
  if (value.startsWith('-')) throw new InvalidArgumentError('Give a commit, a tag or a branch.')
  return nameFrom(value)
}

/** `svc bisect`: finds the commit that broke a test. */
export const bisectCommand = (call: Call): Command =>
  withServerOptions(new Command('bisect').description('find the commit that broke a test'))
    .usage('[options] [failure] [-- <command...>]')
    .argument('[failure...]', 'a fingerprint, the id of a test or a part of its name')
    .addOption(
      new Option(
        '--good <commit>',
        'a commit in which the test passes (default: as the server knows)',
      ).argParser(revisionFrom),
    )
    .addOption(
      new Option('--bad <commit>', 'a commit in which it fails (default: as the server knows)').argParser(
        revisionFrom,
      ),
    )
    .addOption(
      new Option('--within <duration>', 'for at most this long: 90s, 15m or 1h')
        .argParser(toMs)
        .default(DEFAULT_WITHIN_MS, '15m'),
    )
    .option('--setup <command>', 'prepares each checkout (default: the install of its lock file)')
    .option(
      '--copy <path>',
      'a file that is not in git, which tests need, repeatable',
      (value: string, before: string[] = []) => [...before, value],
    )
    .option('--rerun-command <command>', 'how to call the runner (default: npx --no and its name)')
    .addHelpText('after', manualText(MANUAL))
    .action(async (given: string[], options: Options, command: Command) => {
      const at = call.args.indexOf('--')
      const words = at === -1 ? [] : call.args.slice(at + 1)
      const [name, another] = given.slice(0, given.length - words.length)
      if (another !== undefined)
        command.error('error: name one failure; a command comes after --', { exitCode: 2 })
      const { project, url, ...wish } = options
      const { bisectFailure, tellMerge, UNDECIDED } = await import('../wrapped/bisect-failure.ts')
      const connect = async () => {
        const { connect } = await import('../server/connect.ts')
        return connect(call, {
          ...(project !== undefined && { project }),
          ...(url !== undefined && { url }),
        })
      }
      const { found, known, isStored, line } = await bisectFailure(connect, { ...wish, name, words }, call)
      const { test, ...facts } = found
      const data = {
        ...(test && { test: { file: test.file, titles: test.titles, variant: test.variant } }),
        ...facts,
        ...(known && { fingerprint: known.fingerprint }),
        isStored,
      }
      print(call, data, ({ cells }) =>
        text(
          [...linesOf(found), line, oneLine(found.command)]
            .filter(Boolean)
            .flatMap((each) => hanging('', each, cells)),
        ),
      )
      tellMerge(call, found, known?.fingerprint)
      if (!found.isDecided) call.exitCode = UNDECIDED
    })

const MOST_LISTED = 20

const linesOf = ({
  commits,
  probability,
  before,
  after,
  searched,
  skipped,
  test,
  isDecided,
}: Bisected): string[] => {
  const fails = ({ failed, passed }: { failed: number; passed: number }) => `${failed} of ${failed + passed}`
  const label = test ? `${test.file} > ${test.titles.join(' > ')}` : 'the command'
  const named = commits.map(({ sha, author, subject }) => `${sha.slice(0, 12)} by ${author}: ${subject}`)
  const [only] = named
  const what =
    named.length === 1
      ? [`${label} was broken by ${only}`]
      : [
          `${label} was broken by one of ${named.length} commits:`,
          ...named.slice(-MOST_LISTED).map((each) => `- ${each}`),
        ]
  const cutShort = isDecided ? '' : ' The time was over before the search was.'
  return [
    ...what,
    `Probability ${percentText(probability)}: it failed in ${fails(before)} runs before and in ${fails(after)} after, of ${count(searched, 'commit')}.${cutShort}`,
    ...skipped
      .slice(0, MOST_LISTED)
      .map(({ commit, reason }) => `Skipped ${commit.sha.slice(0, 12)}: ${reason}`),
  ].map(oneLine)
}
