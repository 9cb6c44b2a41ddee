import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { journalFolder, toSlug } from '@svc/client/action'
import { appendValues } from '../command-files.ts'
import { connect } from '../connect.ts'
import type { Ended, StepContext } from '../context.ts'
import { isPlace, type RepositoryName, type WorkflowRun } from '../event.ts'
import { countAt, parseJson } from '../fields.ts'
import { artifactsOfRun, downloadArtifact, type RunArtifact } from '../github/artifacts.ts'
import { compareCommits } from '../github/code-facts.ts'
import { codeownersAt } from '../github/codeowners.ts'
import { outputsOf } from '../outputs.ts'
import { reportExecutions } from '../report-executions.ts'
import { sendFrom } from '../sources/journals.ts'
import type { Collected } from '../sources/source.ts'
import { writeSummary } from '../summary.ts'
import type { ChangedFile } from '../svc/facts.ts'
import { Trouble, wordsOf } from '../trouble.ts'
import { FOLDER, RUN_FILE } from './keep.ts'
import { type ForkRun, rewriteJournal } from './rewrite.ts'
import { unzip, type ZipFile } from './unzip.ts'
import { verifyPull } from './verify.ts'

const MOST_ARTIFACTS = 50
const MOST_BYTES = 64 * 1024 * 1024
const MOST_FILES = 1_000
/** Each suite is an execution and a section of the comment, and a fork can invent any number. */
const MOST_SUITES = 20
/** Of all artifacts together, inflated. */
const MOST_BYTES_IN_ALL = 512 * 1024 * 1024
const BOUNDS = {
  mostFiles: MOST_FILES,
  mostBytes: MOST_BYTES,
  isWanted: (name: string) => name.endsWith('.ndjson') || basename(name) === RUN_FILE,
}

/**
 * Runs the companion of a workflow without secrets: sends the journals in its artifacts for the pull request that GitHub
 * confirms, and comments. Executes nothing from the artifacts and trusts only their results.
 */
export const reportFork = async (given: StepContext): Promise<Ended> => {
  const { event, log } = given
  if (given.isPost) return { hasTrouble: false, isRed: false }
  const { workflowRun, repository } = event
  if (!workflowRun || !repository) {
    log.note(
      'error',
      'The payload of the event workflow_run is invalid, so the action did nothing. Re-run the workflow; if this persists, report it with the version of the runner.',
    )
    return end(given, { hasTrouble: true })
  }
  const connection = await connect(given)
  if (connection.kind !== 'svc') {
    if (connection.kind === 'fork')
      log.note(
        'error',
        'The input api-key is missing. The companion workflow needs it, because the workflow that it follows has no secrets.',
      )
    return end(given, { hasTrouble: true })
  }
  const { context, svc } = connection
  const root = mkdtempSync(join(event.temp || tmpdir(), 'svc-fork-'))
  try {
    const staged = await stageAll(context, repository, workflowRun, root)
    const collected: Collected = { executionIds: [], sent: 0, left: 0, hasTrouble: staged.hasTrouble }
    if (staged.pullRequest === undefined) return end(context, { hasTrouble: staged.hasTrouble })
    await sendFrom(context, root, collected, true)
    if (collected.sent + collected.left === 0)
      log.note(
        'warning',
        'The artifacts of the run contain no journal of a reporter, so nothing was reported.',
      )
    const { pullRequest, changedFiles } = staged
    const reported = await reportExecutions(context, svc, collected.executionIds, {
      pullRequest,
      ...(changedFiles && { facts: { changedFiles } }),
    })
    return { hasTrouble: collected.hasTrouble || reported.hasTrouble, isRed: reported.isRed }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Staged {
  /** Absent if nothing was staged. */
  pullRequest?: number
  changedFiles?: ChangedFile[]
  hasTrouble: boolean
  bytes: number
  suites: Set<string>
  /** Journals of further suites. */
  leftOut: number
  /** By the number of the pull request that was claimed: all artifacts of a run name the same. */
  verified: Map<string, Promise<ForkRun>>
}

const stageAll = async (
  context: StepContext,
  repository: RepositoryName,
  workflowRun: WorkflowRun,
  root: string,
): Promise<Staged> => {
  const { github, log } = context
  const staged: Staged = {
    hasTrouble: false,
    bytes: 0,
    suites: new Set(),
    leftOut: 0,
    verified: new Map(),
  }
  try {
    const artifacts = await artifactsOfRun(github, repository, workflowRun.id, FOLDER)
    if (artifacts.length === 0) {
      log.say(
        `nothing to report: run ${workflowRun.id} has no artifact named ${FOLDER}*; runs with secrets create none`,
      )
      return staged
    }
    if (artifacts.length > MOST_ARTIFACTS)
      log.note(
        'warning',
        `The run has ${artifacts.length} artifacts named ${FOLDER}*; the action reads only ${MOST_ARTIFACTS}.`,
      )
    mkdirSync(journalFolder(root), { recursive: true, mode: 0o700 })
    for (const artifact of artifacts.slice(0, MOST_ARTIFACTS))
      await stageOne(context, repository, workflowRun, artifact, root, staged)
    if (staged.leftOut > 0)
      log.note(
        'warning',
        `The run has more than ${MOST_SUITES} suites, so ${staged.leftOut} journals of further suites were skipped. A run without secrets can report ${MOST_SUITES} suites: use fewer suites.`,
      )
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    log.note('error', error.message)
    staged.hasTrouble = true
  }
  return staged
}

const stageOne = async (
  context: StepContext,
  repository: RepositoryName,
  workflowRun: WorkflowRun,
  artifact: RunArtifact,
  root: string,
  staged: Staged,
): Promise<void> => {
  const { log } = context
  try {
    if (artifact.sizeBytes > MOST_BYTES) throw new Trouble(`It is larger than ${MOST_BYTES} bytes.`)
    const archive = await downloadArtifact(context.github, repository, artifact.id, MOST_BYTES)
    const files = await unzip(archive, BOUNDS)
    const claim = parseJson(files.find(({ name }) => basename(name) === RUN_FILE)?.bytes.toString() ?? '')
    staged.bytes += files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (staged.bytes > MOST_BYTES_IN_ALL)
      throw new Trouble(`The artifacts of the run are larger than ${MOST_BYTES_IN_ALL} bytes in total.`)
    const claimed = String(countAt(claim, 'pullRequest'))
    const verifying = staged.verified.get(claimed) ?? forkRun(context, repository, workflowRun, claim)
    staged.verified.set(claimed, verifying)
    const fork = await verifying
    // A run belongs to one pull request.
    if (staged.pullRequest !== undefined && staged.pullRequest !== fork.pull.number)
      throw new Trouble(
        'It names a different pull request than the other artifacts of the run. The artifact is ignored.',
      )
    const attempt = countAt(claim, 'runAttempt')
    stage(files, fork, isPlace(attempt) ? attempt : 1, root, staged)
    staged.pullRequest = fork.pull.number
    if (fork.changedFiles) staged.changedFiles = fork.changedFiles
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    log.note('warning', `The artifact ${artifact.name.slice(0, 100)} was skipped: ${error.message}`)
  }
}

const forkRun = async (
  { github, settings, event, log }: StepContext,
  repository: RepositoryName,
  workflowRun: WorkflowRun,
  claim: unknown,
): Promise<ForkRun> => {
  const pull = await verifyPull(github, repository, workflowRun, claim)
  const orNothing = (what: string) => (error: unknown) => {
    log.say(`${what} could not be read: ${wordsOf(error)}`)
    return undefined
  }
  const { baseSha: base, headSha: head } = pull
  const compared = await compareCommits(github, repository, { base, head }).catch(orNothing('the merge base'))
  const mergeBaseSha = compared?.mergeBase
  const codeowners = await codeownersAt(github, repository, base).catch(orNothing('CODEOWNERS'))
  return {
    pull,
    repository: repository.full,
    project: settings.project || toSlug(repository.name),
    suite: settings.suite,
    runId: workflowRun.id,
    runAttempt: workflowRun.attempt,
    workflow: workflowRun.name,
    runUrl: `${event.serverUrl}/${repository.full}/actions/runs/${workflowRun.id}`,
    ...(mergeBaseSha && { mergeBaseSha }),
    ...(codeowners && { codeowners }),
    ...(compared && compared.changedFiles.length > 0 && { changedFiles: compared.changedFiles }),
  }
}

/** Generates file names: no name from the archive becomes a path. */
const stage = (files: ZipFile[], fork: ForkRun, attempt: number, root: string, staged: Staged): void => {
  for (const { name, bytes } of files) {
    if (!name.endsWith('.ndjson')) continue
    const journal = rewriteJournal(bytes, fork, attempt)
    if (!journal) continue
    if (!staged.suites.has(journal.suite) && staged.suites.size >= MOST_SUITES) staged.leftOut += 1
    else {
      staged.suites.add(journal.suite)
      writeFileSync(join(journalFolder(root), `${journal.id}.ndjson`), journal.text, { mode: 0o600 })
    }
  }
}

const end = ({ settings, log, env }: StepContext, { hasTrouble }: { hasTrouble: boolean }): Ended => {
  if (settings.summary) writeSummary(env.GITHUB_STEP_SUMMARY, [], log.notes)
  appendValues(env.GITHUB_OUTPUT, outputsOf([], [], {}))
  return { hasTrouble, isRed: false }
}
