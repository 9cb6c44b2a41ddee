import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tellLocal } from '../local.ts'
import type { Run } from '../run.ts'
import { findJournals, journalsOf } from '../sources/find-journals.ts'
import { tally } from '../sources/tally.ts'
import type { Ended } from '../step.ts'

export const FOLDER = 'svc-journals'
export const RUN_FILE = 'run.json'

const MOST_BYTES = 64 * 1024 * 1024
const NAME = /^[0-9a-f-]{36}\.ndjson$/

/**
 * A pull request from a fork, or one of Dependabot's: no secrets, and a token that reads. The summary is made here, and
 * the journals are put where the workflow uploads them for its companion. Green, but for `fail-on: failures`.
 */
export const keepForCompanion = async (run: Run): Promise<Ended> => {
  const { event, settings, output } = run
  const { workspace, temp } = event
  const isTold = run.isPost && run.env.STATE_told === 'true'
  const { roots, problems } = await findJournals({ workspace, temp, paths: settings.journals })
  for (const problem of problems) output.note('warning', problem)
  const paths = roots.flatMap(journalsOf).filter((path) => NAME.test(basename(path)))
  const target = join(temp || workspace, FOLDER)
  if (paths.length > 0) copy(paths, target, run)
  // The main step has said all of it.
  if (isTold) return { hasTrouble: false, isRed: false }
  if (paths.length === 0)
    output.note(
      'warning',
      `Nothing to report: no test run left results below ${workspace}. Add the reporter of svc to the test runner, and let this step come after the tests.`,
    )
  output.say(
    'this run has no secrets: the companion workflow compares and comments, see docs/github-action.md',
  )
  const isRed = await tellLocal(run, paths.length > 0 ? await tally(paths) : undefined, {
    why: 'A run without secrets compares nothing. The companion workflow compares it with the base branch and comments, once this workflow is over.',
    ...(paths.length > 0 && { journals: target }),
  })
  return { hasTrouble: false, isRed }
}

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
