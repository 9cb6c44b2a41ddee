import { Command, InvalidArgumentError, Option } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { dateOfText } from '../reports/date-of-name.ts'
import type { ReportOptions } from '../reports/set-up.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, text } from '../terminal/print.ts'
import { MAP_TEXT, MAPS, nameFrom, withReportOptions } from './options.ts'

interface Options extends ReportOptions {
  since?: number
  until?: number
  branch?: string
  groupBy?: 'file' | 'folder'
  pattern?: string
  local?: boolean
}

const MANUAL: Manual = {
  text: `Sends reports of past runs, so that history, flaky tests and comparisons do not start empty.
Each run becomes an execution with its own date. A file directly in the folder is a run. A
folder in it is also a run, with all files below it. A folder further down is a separate run
if its name contains a date. --group-by selects one of the two rules.

The command takes the date of a run from its report. If the report has none, it uses the name
of the file or folder (2031-05-04, 20310504T0930, or seconds since 1970). Otherwise it uses
the time at which the file was written, and says so. The commit comes from the report (CTRF
has it) or from a full sha in the name. Times without a time zone are UTC. The current
checkout determines the project and the repository, not the commit.

Imports are idempotent: the server recognizes a run by its content and its path below the
folder. A server accepts 10 new executions per minute unless SVC_RATE_WRITE changes that; the
command waits. It skips and counts files that are not reports.

${MAP_TEXT}`,
  examples: [
    ['npx --no svc import ci-archive --since 2031-01-01', 'runs since that day'],
    ['npx --no svc import ci-archive --dry-run', 'show what the command would send'],
    ["npx --no svc import old --pattern '**/TEST-*.xml' --group-by folder", 'Surefire reports'],
  ],
  more: () => MAPS,
  json: `{ "runs": [{ "name", "startedAt", "dateFrom": "report" | "name" | "file",
             "isKnown"?, "state", "url"?, "reason"?, "path"?,
             "tests", "attempts", "statuses", "errors", "files" }],
  "leftOut": [name], "untried": [name], "others": [file],
  "error"?: { "code": "BROKEN_FILES" | "NOT_SENT", "message", "next" } }
state and files are the same as in upload. leftOut lists runs outside --since
and --until. untried lists runs after one that could not be sent. others lists
files that are not reports. isKnown says whether the server already had the
run; it is absent if the key may not read.`,
  exitCodes: {
    0: 'every run was read and sent, whether its tests passed or failed',
    1: 'no report was found, a file is broken or has no tests, or sending failed',
  },
  environment: { SVC_SUITE: 'same as --suite', SVC_LEG: 'same as --leg', SVC_VARIANT: 'same as --variant' },
  seeAlso: ['upload', 'flaky', 'compare'],
}

/** `svc import`: sends reports of past runs. */
export const importCommand = (call: Call): Command =>
  withReportOptions(new Command('import').description('send reports of past runs'))
    .argument('<folder>', 'the folder with the reports')
    .option('--since <date>', 'omit runs before this date, such as 2031-01-31', toTime)
    .option('--until <date>', 'omit runs on or after this date', toTime)
    .option('--branch <name>', "the tested branch (default: the report's, else main)", nameFrom)
    .addOption(
      new Option('--group-by <what>', 'what counts as a run (default: both, see below)').choices([
        'file',
        'folder',
      ]),
    )
    .option('--pattern <glob>', 'which files below the folder (default: usual extensions of reports)')
    .option('--local', 'mark the runs as local; they become a base only if the project has no CI runs')
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string, options: Options, command: Command) => {
      if ((options.since ?? 0) >= (options.until ?? Number.POSITIVE_INFINITY))
        command.error('error: --since must be before --until', { exitCode: 2 })
      const folder = namedFolder(name, call, command)
      const [
        { setUpReports },
        { findRuns },
        { importRuns },
        { knownBuilds },
        { previewRun },
        { detectCi },
        views,
      ] = await Promise.all([
        import('../reports/set-up.ts'),
        import('../reports/find-runs.ts'),
        import('../reports/import-runs.ts'),
        import('../server/known-builds.ts'),
        import('@svc/client/cli'),
        import('@svc/client/record'),
        import('../views/imports.ts'),
      ])
      const setUp = setUpReports(options, {}, call, command)
      const { runs, others } = await findRuns(folder, options.groupBy, options.pattern)
      if (runs.length === 0)
        throw new Refusal(`no reports found in ${folder}`, {
          code: 'NO_FILES',
          next: 'name the folder with the reports, or match their names: --pattern <glob>',
        })
      const { since, until, branch, local, dryRun: isDry = false } = options
      const named = options.project === undefined ? {} : { project: options.project }
      // The project comes from the current folder, because an archive may be anywhere.
      const { project } = await previewRun(call.folder, named, call.env, detectCi())
      if (call.stderr.isTTY && !call.isJson && !isDry && runs.length > FEW)
        say(
          call,
          '',
          `${runs.length} runs; a server accepts 10 per minute unless SVC_RATE_WRITE changes that`,
        )
      const config = { ...setUp.config, project }
      const trust = local ? 'local' : 'ci'
      const work = {
        ...setUp,
        config,
        runs,
        folder: call.folder,
        since,
        until,
        branch,
        project,
        trust,
        isDry,
      } as const
      const known = isDry ? undefined : await knownBuilds(call, options)
      const imported = await importRuns({ ...work, known }, call)
      print(call, views.importData(imported, others, isDry), (screen) =>
        text(views.importLines(imported, others, isDry, screen)),
      )
      for (const line of views.importTroubles(imported)) say(call, 'svc: ', line)
      call.exitCode = views.isWell(imported, isDry) ? 0 : 1
    })

/** Runs that the server accepts without a wait. */
const FEW = 10

const toTime = (value: string): number => {
  const time = dateOfText(value)
  if (time === undefined)
    throw new InvalidArgumentError('Give a date such as 2031-01-31 or 2031-01-31T08:00:00Z.')
  return time
}
