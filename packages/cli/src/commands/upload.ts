import { LIMITS } from '@svc/protocol'
import { Command } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { ReportOptions } from '../reports/set-up.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { printOwn, text } from '../terminal/print.ts'
import { commitFrom, MAP_TEXT, MAPS, nameFrom, numberFrom, withReportOptions } from './options.ts'

interface Options extends ReportOptions {
  build?: string
  job?: string
}

const MANUAL: Manual = {
  text: `Sends report files of tools without an svc reporter: JUnit XML from any tool, TRX, CTRF, and
the JSON reports of Playwright, Vitest and Jest. Files may be compressed with gzip. The
command detects the format from the content. It expands patterns itself, so quote them. A
name that begins with ! excludes its files, and - is standard input.

All files of one command form one part of an execution. In CI, the parts of all jobs of a
build form one execution. Outside CI, each command creates its own execution unless --build or
the report names a build. The command detects code, branch and CI in the same way as
reporters. If neither an option nor CI names the commit, branch or build, it uses the report's
(CTRF's environment), then the current checkout. Uploads are idempotent: sending the same
files twice stores no duplicates.

After an upload, compare, failures and open use the uploaded execution until the branch gets a
newer one. The file .svc/last-upload.json stores this. The last line of the output is a
command that compares the execution from anywhere, for example from another job.

If you press Ctrl-C while the command reads, it leaves nothing behind. While it sends, unsent
results stay in .svc/journal. Run the same command again, or flush, to send the rest without
duplicates.

If a file is broken, the command names the position and the reason and continues with the
other files. The execution is then not green. The same applies if a name matches no file or is
a folder. If the files contain no tests, the command sends nothing.

If you run failed tests again by hand, send all reports of the run in one command with
--reruns. A test that failed and then passed is flaky. The reports are ordered by their start,
or by their names if one has no start. Without --reruns, equal names in several reports are
different tests, so a failure stays a failure.

If each run has a command of its own, send the later ones with --attempt 2, 3 and so on, and
with the same build, suite and leg. Their tests join those of the earlier uploads by their
names, in any order of arrival. CI names the build; elsewhere, --build does.

The command sends attachments only from within the root. It never sends files from .git, .svc
or folders with credentials (.ssh, .aws, .docker and similar). It also never sends .env,
.npmrc, .netrc, .pypirc or keys (*.pem, *.key, id_rsa). A note names the skipped files.

${MAP_TEXT}`,
  examples: [
    ["npx --no svc upload 'build/test-results/**/*.xml'", 'all Gradle reports'],
    ['npx --no svc upload junit.xml --suite api --leg py3.13', 'a pytest report for one leg of a matrix'],
    ["npx --no svc upload 'reports/*.xml' '!reports/old-*.xml' --dry-run", 'show what the files contain'],
    ["npx --no svc upload 'TestResults/*.trx' --reruns", 'a run and the re-runs of its failed tests'],
    ['npx --no svc upload again.xml --attempt 2', 'in CI: the re-run of what failed in junit.xml'],
    ['cargo nextest run; npx --no svc upload target/nextest/ci/junit.xml', 'upload even if tests fail'],
  ],
  more: () => MAPS,
  json: `{ "state": "sent" | "kept" | "rejected" | "denied" | "postponed" | "nothing"
           | "dry",
  "url"?, "reason"?, "path"?, "missing": [pattern], "tests", "attempts",
  "statuses": { "passed", "failed", "flaky", "skipped" }, "errors",
  "files": [{ "name", "format"?, "tool"?, "tests", "statuses", "repairs",
              "warnings", "problem"?: { "reason", "place"? }, ... }],
  "error"?: { "code": "BROKEN_FILES" | "NO_FILES" | "NO_TESTS" | "NOT_SENT",
              "message", "next" } }`,
  exitCodes: {
    0: 'everything was read and sent, whether its tests passed or failed',
    1: 'a file is broken, a name matches no file, no test was found, or sending failed',
  },
  environment: {
    SVC_SUITE: 'same as --suite',
    SVC_LEG: 'same as --leg',
    SVC_VARIANT: 'same as --variant',
    SVC_BUILD: 'same as --build',
    SVC_JOB: 'same as --job',
    SVC_ROOT: 'folder to which file names are relative, if the project is not in git',
  },
  seeAlso: ['compare', 'flush', 'import', 'doctor'],
}

/** `svc upload`: sends report files of any tool. */
export const uploadCommand = (call: Call): Command =>
  withReportOptions(new Command('upload').description('send report files of any tool'))
    .argument('<files...>', 'names and patterns of report files, or - for standard input')
    .option('--commit <sha>', "commit (default: CI's, else the report's, else the current one)", commitFrom)
    .option('--branch <name>', "branch (default: CI's, else the report's, else the current one)", nameFrom)
    .option(
      '--build <name>',
      "build that the jobs share (default: SVC_BUILD, else CI's run, else the report's)",
      nameFrom,
    )
    .option('--reruns', 'the files are runs of the same tests: a later one repeats tests of an earlier one')
    .option(
      '--attempt <number>',
      'the files repeat tests of an earlier upload of this build: 2, 3, ... (default: 1)',
      numberFrom(1, LIMITS.attempt),
    )
    .option('--job <name>', "name of the job within its build (default: SVC_JOB, else CI's)", nameFrom)
    .addHelpText('after', manualText(MANUAL))
    .action(async (names: string[], options: Options, command: Command) => {
      const [{ setUpReports }, { findFiles }, { uploadFound }, views] = await Promise.all([
        import('../reports/set-up.ts'),
        import('../reports/find-files.ts'),
        import('../reports/upload-found.ts'),
        import('../views/uploads.ts'),
      ])
      const { build, job } = options
      const more = { ...(build !== undefined && { build }), ...(job !== undefined && { job }) }
      const setUp = setUpReports(options, more, call, command)
      const reportFiles = await findFiles(names, call.folder, names.includes('-') ? call.stdin : undefined)
      if (reportFiles.files.length === 0)
        throw new Refusal(`no file matches ${reportFiles.missing.join(', ')}`, {
          code: 'NO_FILES',
          next: `check that the tests write their report and that you are in the right folder; this is ${call.folder}`,
        })
      const uploaded = await uploadFound(reportFiles, { names, options, ...setUp }, call)
      printOwn(call, views.uploadData(uploaded), (screen) =>
        text(views.uploadLines(uploaded, options.url, screen)),
      )
      for (const line of views.uploadTroubles(uploaded)) say(call, 'svc: ', line)
      call.exitCode = views.isWell(uploaded) ? 0 : 1
    })
