import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getState } from '@actions/core'
import { tally } from '@svc/client/action'
import type { Ended, StepContext } from '../context.ts'
import { at, parseJson } from '../fields.ts'
import { tellLocal } from '../local.ts'
import { findJournals, journalsOf } from '../sources/find-journals.ts'

export const FOLDER = 'svc-journals'
export const RUN_FILE = 'run.json'

const MOST_KEPT_BYTES = 64 * 1024 * 1024
const NAME = /^[0-9a-f-]{36}\.ndjson$/

/**
 * Handles a run of a fork or of Dependabot, which has no secrets and a read-only token. Writes the summary, and copies
 * the journals to the folder that the workflow uploads for its companion. Fails only by `fail-on: failures`.
 */
export const keepForCompanion = async (context: StepContext): Promise<Ended> => {
  const { event, settings, log } = context
  const { workspace, temp } = event
  const isDone = context.isPost && getState('told') === 'true'
  const { roots, problems } = await findJournals({ workspace, temp, paths: settings.journals })
  for (const problem of problems) log.note('warning', problem)
  const paths = roots.flatMap(journalsOf).filter((path) => NAME.test(basename(path)))
  const target = join(temp || workspace, FOLDER)
  if (paths.length > 0) copy(paths, target, context)
  // The main step has already reported it.
  if (isDone) return { hasTrouble: false, isRed: false }
  if (paths.length === 0)
    log.note(
      'warning',
      `Nothing to report: no test results found below ${workspace}. Add an svc reporter to the test runner, and place this step after the tests.`,
    )
  log.say(
    'this run has no secrets; the companion workflow compares and comments: docs/reference/github-action.md',
  )
  const isRed = await tellLocal(context, paths.length > 0 ? await tally(paths) : undefined, {
    why: 'This run has no secrets and cannot compare its results. After this workflow, the companion workflow compares them with the base branch and comments.',
    ...(paths.length > 0 && { journals: target }),
  })
  return { hasTrouble: false, isRed }
}

const copy = (paths: string[], target: string, { event, log, settings }: StepContext) => {
  mkdirSync(target, { recursive: true })
  const { project, suite } = settings
  // A job may have several steps, which find each other's journals: each belongs to the first one.
  const inputs: Record<string, unknown> = { ...inputsBefore(target) }
  for (const path of paths) {
    if (statSync(path).size > MOST_KEPT_BYTES)
      log.note('warning', `The journal ${path} is larger than ${MOST_KEPT_BYTES} bytes and was skipped.`)
    else copyFileSync(path, join(target, basename(path)))
    inputs[basename(path, '.ndjson')] ??= { project, suite }
  }
  const { pullRequest, headSha, runId, runAttempt } = event
  const claim = { pullRequest, headSha, runId, runAttempt, inputs }
  writeFileSync(join(target, RUN_FILE), `${JSON.stringify(claim)}\n`)
}

/** The inputs of earlier steps, by the id of each journal. */
const inputsBefore = (target: string): object => {
  try {
    const inputs = at(parseJson(readFileSync(join(target, RUN_FILE), 'utf8')), 'inputs')
    return typeof inputs === 'object' && inputs !== null ? inputs : {}
  } catch {
    return {}
  }
}
