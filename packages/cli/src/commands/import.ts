import { Command, InvalidArgumentError, Option } from 'commander'
import { Refusal } from '../refusal.ts'
import { dateOfText } from '../reports/date-of-name.ts'
import type { ReportOptions } from '../reports/set-up.ts'
import type { Call } from '../run.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, text } from '../terminal/print.ts'
import { nameFrom } from './options.ts'
import { MAP_TEXT, MAPS, withReportOptions } from './report-options.ts'

interface Options extends ReportOptions {
  since?: number
  until?: number
  branch?: string
  groupBy?: 'file' | 'folder'
  pattern?: string
  local?: boolean
}

const MANUAL: Manual = {
  text: `Sends reports of runs that are long over, each run as an execution of its own with its own
date, so that history, flaky tests and comparisons do not begin empty. A file directly in
the folder is a run, and so is each folder in it, with everything that lies there, but a
folder further down is a run of its own where its name holds a date; --group-by decides for one of the two.

When a run was is told by its report, else by the name of the file or folder (as 2031-05-04,
20310504T0930, or seconds since 1970), else it is when the file was written, which is said. So is the commit: a
report's own (CTRF has it), else a whole sha in the name. Times without a zone are UTC. The code that is checked out now says
nothing of old runs; of the project and the repository it does.

A second import adds nothing: what is there is known by its content and its place below the folder. A server takes 10 new
executions a minute unless SVC_RATE_WRITE says otherwise, and is waited for. Files that are no
reports are left out and counted.

${MAP_TEXT}`,
  examples: [
    ['npx @svc/cli import ci-archive --since 2031-01-01', 'everything from that day on'],
    ['npx @svc/cli import ci-archive --dry-run', 'only look what would be sent'],
    ["npx @svc/cli import old --pattern '**/TEST-*.xml' --group-by folder", 'Surefire'],
  ],
  more: MAPS,
  json: `{ "runs": [{ "name", "startedAt", "dateFrom": "report" | "name" | "file",
             "isKnown"?, "state", "url"?, "reason"?, "path"?,
             "tests", "attempts", "statuses", "errors", "files" }],
  "leftOut": [name], "untried": [name], "others": [file],
  "error"?: { "code": "BROKEN_FILES" | "NOT_SENT", "message", "next" } }
state and files are those of upload; leftOut is outside of --since and
--until, untried comes after a run that could not be sent, others are no
reports. isKnown tells whether the server had the run before; it is absent
where the key may not look.`,
  exitCodes: {
    0: 'every run was read and sent, whether its tests passed or failed',
    1: 'there was none, a file is broken or holds no test, or sending failed',
  },
  environment: { SVC_SUITE: 'as --suite', SVC_LEG: 'as --leg', SVC_VARIANT: 'as --variant' },
  seeAlso: ['upload', 'flaky', 'compare'],
}

/** `svc import`: reports of runs that are long over. */
export const importCommand = (call: Call): Command =>
  withReportOptions(new Command('import').description('send reports of runs that are long over'))
    .argument('<folder>', 'where they are')
    .option('--since <date>', 'leave out runs before it, as 2031-01-31', toTime)
    .option('--until <date>', 'leave out runs from it on', toTime)
    .option('--branch <name>', "branch that was tested (default: the report's, else main)", nameFrom)
    .addOption(
      new Option('--group-by <what>', 'what is a run (default: both, see below)').choices(['file', 'folder']),
    )
    .option('--pattern <glob>', 'which files below the folder (default: what reports end in)')
    .option('--local', 'runs were not of CI, so they are no base as long as there are any of CI')
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string, options: Options, command: Command) => {
      if ((options.since ?? 0) >= (options.until ?? Number.POSITIVE_INFINITY))
        command.error('error: --since has to be before --until', { exitCode: 2 })
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
        import('@svc/client/doctor'),
        import('@svc/client/record'),
        import('../views/imports.ts'),
      ])
      const setUp = setUpReports(options, {}, call, command)
      const { runs, others } = await findRuns(folder, options.groupBy, options.pattern)
      if (runs.length === 0)
        throw new Refusal(`there is no report in ${folder}`, {
          code: 'NO_FILES',
          next: 'name the folder they are in, or how they are called: --pattern <glob>',
        })
      const { since, until, branch, local, dryRun: isDry = false } = options
      const named = options.project === undefined ? {} : { project: options.project }
      // The project is that of the folder the command is typed in: archives lie anywhere.
      const { project } = await previewRun(call.folder, named, call.env, detectCi())
      if (call.stderr.isTTY && !call.isJson && !isDry && runs.length > FEW)
        say(call, '', `${runs.length} runs; a server takes 10 a minute unless SVC_RATE_WRITE says otherwise`)
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

/** So many are sent without a wait. */
const FEW = 10

const toTime = (value: string): number => {
  const time = dateOfText(value)
  if (time === undefined)
    throw new InvalidArgumentError('It takes a date, as 2031-01-31 or 2031-01-31T08:00:00Z.')
  return time
}
