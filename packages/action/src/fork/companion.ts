import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { journalFolder, toSlug } from '@svc/client/action'
import { connect } from '../connect.ts'
import type { Ended, StepContext } from '../context.ts'
import { isPlace, type RepositoryName, type WorkflowRun } from '../event.ts'
import { countAt, parseJson } from '../fields.ts'
import { artifactsOfRun, downloadArtifact, type RunArtifact } from '../github/artifacts.ts'
import { commitsBefore, compareCommits } from '../github/code-facts.ts'
import { codeownersAt } from '../github/codeowners.ts'
import { outputsOf, setOutputs } from '../outputs.ts'
import { reportExecutions } from '../report-executions.ts'
import { sendFrom } from '../sources/journals.ts'
import type { Collected } from '../sources/source.ts'
import { writeSummary } from '../summary.ts'
import type { Svc } from '../svc/call.ts'
import type { ChangedFile } from '../svc/facts.ts'
import { Trouble, wordsOf } from '../trouble.ts'
import { FOLDER, RUN_FILE } from './keep.ts'
import { type ForkRun, rewriteJournal } from './rewrite.ts'
import { claimedInputs, makeTrustedPlace, verifyPull } from './trusted-place.ts'
import { unzip, type ZipFile } from './unzip.ts'

const MOST_ARTIFACTS = 50
const MOST_FORK_BYTES = 64 * 1024 * 1024
const MOST_FILES = 1_000
/** Each suite is an execution and a section of the comment, and a fork can invent any number. */
const MOST_SUITES = 20
/** Of all artifacts together, inflated. */
const MOST_BYTES_IN_ALL = 512 * 1024 * 1024
const BOUNDS = {
  mostFiles: MOST_FILES,
  mostBytes: MOST_FORK_BYTES,
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
    return await end(given, { hasTrouble: true })
  }
  const connection = await connect(given)
  if (connection.kind !== 'svc') {
    if (connection.kind === 'fork')
      log.note(
        'error',
        'The input api-key is missing. The companion workflow needs it, because the workflow that it follows has no secrets.',
      )
    return await end(given, { hasTrouble: true })
  }
  const { context, svc } = connection
  const root = mkdtempSync(join(event.temp || tmpdir(), 'svc-fork-'))
  try {
    const staged = await stageAll({ ...context, svc }, repository, workflowRun, root)
    const collected: Collected = { executionIds: [], sent: 0, left: 0, hasTrouble: staged.hasTrouble }
    if (staged.pullRequest === undefined) return await end(context, { hasTrouble: staged.hasTrouble })
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

interface CompanionContext extends StepContext {
  svc: Svc
}

interface Staged {
  /** Absent if nothing was staged. */
  pullRequest?: number
  changedFiles?: ChangedFile[]
  hasTrouble: boolean
  bytes: number
  /** Project and suite of each execution. */
  places: Set<string>
  /** Journals of further suites. */
  leftOut: number
  /** Journals whose project or suite nothing trusted names. */
  misplaced: number
  /** By the number of the pull request that was claimed: all artifacts of a run name the same. */
  verified: Map<string, Promise<ForkRun>>
}

const stageAll = async (
  context: CompanionContext,
  repository: RepositoryName,
  workflowRun: WorkflowRun,
  root: string,
): Promise<Staged> => {
  const { github, log, settings } = context
  const staged: Staged = {
    hasTrouble: false,
    bytes: 0,
    places: new Set(),
    leftOut: 0,
    misplaced: 0,
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
    if (staged.misplaced > 0)
      log.note(
        'notice',
        `${staged.misplaced} journals name a suite or project that neither the workflow file of the base branch nor an earlier run of this repository has. They are reported with the suite of their job, or as ${settings.suite || 'default'}. A new suite is known as soon as a run of your own branches has reported it.`,
      )
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    log.note('error', error.message)
    staged.hasTrouble = true
  }
  return staged
}

const stageOne = async (
  context: CompanionContext,
  repository: RepositoryName,
  workflowRun: WorkflowRun,
  artifact: RunArtifact,
  root: string,
  staged: Staged,
): Promise<void> => {
  const { log } = context
  try {
    if (artifact.sizeBytes > MOST_FORK_BYTES) throw new Trouble(`It is larger than ${MOST_FORK_BYTES} bytes.`)
    const archive = await downloadArtifact(context.github, repository, artifact.id, MOST_FORK_BYTES)
    const files = await unzip(archive, BOUNDS)
    const claim = parseJson(files.find(({ name }) => basename(name) === RUN_FILE)?.bytes.toString() ?? '')
    staged.bytes += files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (staged.bytes > MOST_BYTES_IN_ALL)
      throw new Trouble(`The artifacts of the run are larger than ${MOST_BYTES_IN_ALL} bytes in total.`)
    const claimed = String(countAt(claim, 'pullRequest'))
    const verifying = staged.verified.get(claimed) ?? forkRun(context, repository, workflowRun, claim, staged)
    staged.verified.set(claimed, verifying)
    const fork = await verifying
    // A run belongs to one pull request.
    if (staged.pullRequest !== undefined && staged.pullRequest !== fork.pull.number)
      throw new Trouble(
        'It names a different pull request than the other artifacts of the run. The artifact is ignored.',
      )
    const attempt = countAt(claim, 'runAttempt')
    await stage(files, fork, { attempt: isPlace(attempt) ? attempt : 1, claim }, root, staged)
    staged.pullRequest = fork.pull.number
    if (fork.changedFiles) staged.changedFiles = fork.changedFiles
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    log.note('warning', `The artifact ${artifact.name.slice(0, 100)} was skipped: ${error.message}`)
  }
}

const forkRun = async (
  context: CompanionContext,
  repository: RepositoryName,
  workflowRun: WorkflowRun,
  claim: unknown,
  staged: Staged,
): Promise<ForkRun> => {
  const { github, settings, event, log, svc } = context
  const pull = await verifyPull(github, repository, workflowRun, claim)
  const orNothing = (what: string) => (error: unknown) => {
    log.say(`${what} could not be read: ${wordsOf(error)}`)
    return undefined
  }
  const { baseSha: base, headSha: head } = pull
  const compared = await compareCommits(github, repository, { base, head }).catch(orNothing('the merge base'))
  const mergeBaseSha = compared?.mergeBase
  const codeowners = await codeownersAt(github, repository, base).catch(orNothing('CODEOWNERS'))
  const placeOf = await makeTrustedPlace(
    context,
    svc,
    {
      fallback: { project: settings.project || toSlug(repository.name), suite: settings.suite },
      repository,
      workflow: workflowRun.path,
      baseSha: base,
    },
    () => {
      staged.misplaced += 1
    },
  )
  return {
    pull,
    repository: repository.full,
    commitAt: askCommits(context, repository),
    placeOf,
    runId: workflowRun.id,
    runAttempt: workflowRun.attempt,
    workflow: workflowRun.name,
    runUrl: `${event.serverUrl}/${repository.full}/actions/runs/${workflowRun.id}`,
    ...(mergeBaseSha && { mergeBaseSha }),
    ...(codeowners && { codeowners }),
    ...(compared && compared.changedFiles.length > 0 && { changedFiles: compared.changedFiles }),
  }
}

/** A run tests one merge commit, and another one after each change of the base. */
const MOST_COMMITS = 10

/** Asks GitHub for commits that a fork claims to have tested, each once. */
const askCommits = ({ github, log }: CompanionContext, repository: RepositoryName): ForkRun['commitAt'] => {
  const answers = new Map<string, ReturnType<ForkRun['commitAt']>>()
  return async (sha) => {
    if (!answers.has(sha) && answers.size >= MOST_COMMITS) return undefined
    const asking =
      answers.get(sha) ??
      commitsBefore(github, repository, sha).then(
        ([commit]) => commit,
        (error: unknown) => {
          log.say(`the tested commit could not be read: ${wordsOf(error)}`)
          return undefined
        },
      )
    answers.set(sha, asking)
    return asking
  }
}

/** Generates file names: no name from the archive becomes a path. */
const stage = async (
  files: ZipFile[],
  fork: ForkRun,
  { attempt, claim }: { attempt: number; claim: unknown },
  root: string,
  staged: Staged,
): Promise<void> => {
  for (const { name, bytes } of files) {
    if (!name.endsWith('.ndjson')) continue
    const inputs = claimedInputs(claim, basename(name, '.ndjson'))
    const journal = await rewriteJournal(bytes, fork, attempt, inputs)
    if (!journal) continue
    if (!staged.places.has(journal.place) && staged.places.size >= MOST_SUITES) staged.leftOut += 1
    else {
      staged.places.add(journal.place)
      writeFileSync(join(journalFolder(root), `${journal.id}.ndjson`), journal.text, { mode: 0o600 })
    }
  }
}

const end = async (
  { settings, log, env }: StepContext,
  { hasTrouble }: { hasTrouble: boolean },
): Promise<Ended> => {
  if (settings.summary) await writeSummary(env.GITHUB_STEP_SUMMARY, [], log.notes)
  setOutputs(outputsOf([], [], {}))
  return { hasTrouble, isRed: false }
}
