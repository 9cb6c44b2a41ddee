import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { annotate } from '../annotations.ts'
import { appendValues } from '../command-files.ts'
import { outputsOf } from '../outputs.ts'
import type { Run } from '../run.ts'
import { findJournals, journalsOf } from '../sources/find-journals.ts'
import { type FailedTest, tally } from '../sources/tally.ts'
import type { Ended } from '../step.ts'
import { writeSummary } from '../summary.ts'
import type { ReportedFailure } from '../svc/report.ts'
import { localSummary } from './local-summary.ts'

export const FOLDER = 'svc-journals'
export const RUN_FILE = 'run.json'

const MOST_BYTES = 64 * 1024 * 1024
const NAME = /^[0-9a-f-]{36}\.ndjson$/

/**
 * A pull request from a fork, or one of Dependabot's: no secrets, and a token that reads. The summary is made here, and
 * the journals are put where the workflow uploads them for its companion. Always green.
 */
export const keepForCompanion = async (run: Run): Promise<Ended> => {
  const { event, settings, output, env } = run
  const { workspace, temp } = event
  const { roots, problems } = await findJournals({ workspace, temp, paths: settings.journals })
  for (const problem of problems) output.note('warning', problem)
  const paths = roots.flatMap(journalsOf).filter((path) => NAME.test(basename(path)))
  const target = join(temp || workspace, FOLDER)
  if (paths.length > 0) copy(paths, target, run)
  else
    output.note(
      'warning',
      `Nothing to report: no test run left results below ${workspace}. Add the reporter of svc to the test runner, and let this step come after the tests.`,
    )
  const counts = await tally(paths)
  output.say(
    'this run has no secrets: the companion workflow compares and comments, see docs/github-action.md',
  )
  if (settings.annotations && !run.isPost) annotate(output, counts.failures.map(toReported), new Set())
  if (settings.summary)
    writeSummary(
      env.GITHUB_STEP_SUMMARY,
      paths.length > 0 ? [{ full: localSummary(counts), short: '' }] : [],
      output.notes,
    )
  if (!run.isPost)
    appendValues(env.GITHUB_OUTPUT, {
      ...outputsOf([], [], paths.length > 0 ? { journals: target } : {}),
      passed: String(counts.passed),
      failed: String(counts.failed + counts.errors),
      flaky: String(counts.flaky),
      skipped: String(counts.skipped),
    })
  return { hasTrouble: false, isRed: false }
}

/** Without a comparison all that is known is that it failed, and where. */
const toReported = ({ file, titles, message, place }: FailedTest): ReportedFailure => ({
  kind: 'not-compared',
  titles,
  testFile: file,
  file: place?.file ?? file,
  line: place?.line ?? null,
  message,
  verdict: null,
  because: null,
  owners: [],
})

const copy = (paths: string[], target: string, { event, output }: Run) => {
  mkdirSync(target, { recursive: true })
  for (const path of paths) {
    if (statSync(path).size > MOST_BYTES)
      output.note('warning', `A journal of more than ${MOST_BYTES} bytes is not passed on: ${path}.`)
    else copyFileSync(path, join(target, basename(path)))
  }
  const { pullRequest, headSha, runId, runAttempt } = event
  writeFileSync(join(target, RUN_FILE), `${JSON.stringify({ pullRequest, headSha, runId, runAttempt })}\n`)
}
