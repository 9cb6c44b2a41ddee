import { Command } from 'commander'
import { Refusal } from '../refusal.ts'
import type { ReportOptions } from '../reports/set-up.ts'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, text } from '../terminal/print.ts'
import { commitFrom, nameFrom } from './options.ts'
import { MAP_TEXT, MAPS, withReportOptions } from './report-options.ts'

interface Options extends ReportOptions {
  build?: string
  job?: string
}

const MANUAL: Manual = {
  text: `Sends what report files hold, for tools that have no reporter of ours: JUnit XML of whatever
tool, TRX, CTRF, and the JSON of Playwright, Vitest and Jest, also packed with gzip. The format
is told from what is in a file. Patterns are read here, so quote them; a name that begins with !
leaves its files out, and - is standard input.

All files of one command become one part of an execution. In CI those of all jobs of a build
come together; elsewhere every command is an execution of its own, unless --build
or the report names one. Code, branch and CI are told as reporters do;
where neither an option nor CI tells commit, branch or build, a report that does (CTRF's environment) comes
before what is checked out. Sending the same files twice makes nothing double.

After it compare, failures and open are about what was sent, until something newer comes to the
branch; .svc/last-upload.json remembers it. Elsewhere, as in another job, the command that is
printed at the end compares it.

A Ctrl-C while it reads leaves nothing behind; while it sends, what is left stays in .svc/journal.
The same command again goes on there and doubles nothing; flush sends it too.

A file that is broken is named with its place and reason, and the others go on. Then the
execution is not green, and neither is it where a name fits no file or is a folder. Without a single test
nothing is sent.

Files that a report attaches are sent from within the root only, and never from .git, .svc or folders of credentials (.ssh,
.aws, .docker and the like), nor .env, .npmrc, .netrc, .pypirc or keys (*.pem, *.key, id_rsa): a note names those.

${MAP_TEXT}`,
  examples: [
    ["npx @svc/cli upload 'build/test-results/**/*.xml'", 'all reports of Gradle'],
    ['npx @svc/cli upload junit.xml --suite api --leg py3.13', 'one of pytest, for one leg of a matrix'],
    ["npx @svc/cli upload 'reports/*.xml' '!reports/old-*.xml' --dry-run", 'only look what is in them'],
    ['cargo nextest run; npx @svc/cli upload target/nextest/ci/junit.xml', 'whether tests fail or not'],
  ],
  more: MAPS,
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
    1: 'a file is broken, a name fits no file, there was no test, or sending failed',
  },
  environment: {
    SVC_SUITE: 'as --suite',
    SVC_LEG: 'as --leg',
    SVC_VARIANT: 'as --variant',
    SVC_BUILD: 'as --build',
    SVC_JOB: 'as --job',
    SVC_ROOT: 'the folder that names of files begin at, where there is no git',
  },
  seeAlso: ['compare', 'flush', 'import', 'doctor'],
}

/** `svc upload`: report files of any tool. */
export const uploadCommand = (call: Call): Command =>
  withReportOptions(new Command('upload').description('send report files of any tool'))
    .argument('<files...>', 'names and patterns of report files, or - for standard input')
    .option(
      '--commit <sha>',
      'commit (default: what CI says, else the report, else the one checked out)',
      commitFrom,
    )
    .option(
      '--branch <name>',
      'branch (default: what CI says, else the report, else the one checked out)',
      nameFrom,
    )
    .option(
      '--build <name>',
      "what jobs have in common (default: SVC_BUILD, else CI's run, else the report's)",
      nameFrom,
    )
    .option('--job <name>', 'tells jobs of one build apart (default: SVC_JOB, else what CI says)', nameFrom)
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
      const found = await findFiles(names, call.folder, names.includes('-') ? call.stdin : undefined)
      if (found.files.length === 0)
        throw new Refusal(`no file fits ${found.missing.join(', ')}`, {
          code: 'NO_FILES',
          next: `see that the tests write their report, and look from the right folder; this is ${call.folder}`,
        })
      const uploaded = await uploadFound(found, { names, options, ...setUp }, call)
      print(call, views.uploadData(uploaded), (screen) =>
        text(views.uploadLines(uploaded, options.url, screen)),
      )
      for (const line of views.uploadTroubles(uploaded)) say(call, 'svc: ', line)
      call.exitCode = views.isWell(uploaded) ? 0 : 1
    })
