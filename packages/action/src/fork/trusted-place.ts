import type { StepContext } from '../context.ts'
import { isPlace, type RepositoryName, toRepository, type WorkflowRun } from '../event.ts'
import { countAt, shaAt, textAt } from '../fields.ts'
import type { GitHub } from '../github/call.ts'
import { textOfFile } from '../github/file.ts'
import type { Svc } from '../svc/call.ts'
import { hasTrustedRun } from '../svc/executions.ts'
import { Trouble, wordsOf } from '../trouble.ts'
import { inputsOfJobs } from './base-workflow.ts'

/** Where a journal of a fork says that it belongs; the inputs are those of the step that kept it. */
export interface PlaceClaim {
  job: string
  project: string
  /** `default` if the reporter set none. */
  suite: string
  inputs: { project: string; suite: string }
}

export interface Place {
  project: string
  suite: string
}

/** The inputs of the step that kept a journal, from run.json. */
export const claimedInputs = (claim: unknown, journal: string): PlaceClaim['inputs'] => ({
  project: textAt(claim, `inputs.${journal}.project`) ?? '',
  suite: textAt(claim, `inputs.${journal}.suite`) ?? '',
})

interface Given {
  /** Project and suite of the companion's inputs; the suite may be empty. */
  fallback: Place
  repository: RepositoryName
  /** Path of the workflow in the repository. */
  workflow: string
  /** The commit of the base branch. */
  baseSha: string
}

/** A fork can name any number of suites, and each unknown one costs a request. */
const MOST_QUESTIONS = 60

/**
 * Returns a function that decides where results of a fork belong. A fork may choose only among projects and suites that
 * the workflow file of the base commit names, or that this repository's own runs already have. `onRefused` is called for
 * every other choice, which becomes the job's own suite or the companion's.
 */
export const makeTrustedPlace = async (
  { github, log, settings }: StepContext,
  svc: Svc,
  { fallback, repository, workflow, baseSha }: Given,
  onRefused: () => void,
): Promise<(claim: PlaceClaim) => Promise<Place>> => {
  const text = workflow
    ? await textOfFile(github, repository, workflow, baseSha).catch((error: unknown) => {
        log.say(`${workflow} of the base branch could not be read: ${wordsOf(error)}`)
        return undefined
      })
    : undefined
  const jobs = inputsOfJobs(text ?? '')
  const suites = new Set([...jobs.values()].flatMap((job) => job.suites))
  const projects = new Set([...jobs.values()].flatMap((job) => job.projects))
  const answers = new Map<string, Promise<boolean>>()
  const isKnown = (project: string, suite?: string): Promise<boolean> => {
    const key = JSON.stringify([project, suite])
    const known = answers.get(key)
    if (known) return known
    if (answers.size >= MOST_QUESTIONS) return Promise.resolve(false)
    const asking = hasTrustedRun(svc, {
      project,
      repository: repository.full,
      ...(suite && { suite }),
    }).catch((error: unknown) => {
      if (!(error instanceof Trouble)) throw error
      return false
    })
    answers.set(key, asking)
    return asking
  }

  const isProject = async (project: string) =>
    project === fallback.project || projects.has(project) || (await isKnown(project))
  const isSuite = async (project: string, suite: string) =>
    suites.has(suite) || (await isKnown(project, suite))

  return async ({ job, suite, inputs, ...claim }) => {
    const own = jobs.get(job)
    const wantedProject =
      settings.project || only(own?.projects, inputs.project) || inputs.project || claim.project
    const project = (await isProject(wantedProject)) ? wantedProject : fallback.project
    const ofJob = only(own?.suites, inputs.suite)
    const usual = ofJob || fallback.suite || 'default'
    const wanted = (suite === 'default' ? ofJob || inputs.suite : suite) || usual
    const isGiven = wanted === usual || (await isSuite(project, wanted))
    if (!isGiven || project !== wantedProject) onRefused()
    return { project, suite: isGiven ? wanted : usual }
  }
}

/** Returns what the base's file says about a job; among several values, the one that the fork chose. */
const only = (values: string[] = [], chosen: string): string | undefined =>
  values.includes(chosen) ? chosen : values.length === 1 ? values[0] : undefined

/** Facts about a pull request from GitHub's API. */
export interface VerifiedPull {
  number: number
  headSha: string
  /** The name of the branch in the fork. */
  branch: string
  baseBranch: string
  baseSha: string
}

/**
 * Returns the pull request that an artifact claims, if the run of the artifact tested its current head. Only the number
 * comes from the artifact; all other facts come from GitHub. Throws a `Trouble` if they do not match.
 */
export const verifyPull = async (
  github: GitHub,
  repository: RepositoryName,
  run: WorkflowRun,
  claim: unknown,
): Promise<VerifiedPull> => {
  const number = countAt(claim, 'pullRequest')
  if (!isPlace(number))
    throw new Trouble('run.json in the artifact names no pull request. The artifact is ignored.')
  const pull = await github.call('GET', `/repos/${repository.full}/pulls/${number}`)
  const headSha = shaAt(pull, 'head.sha')
  const head = toRepository(textAt(pull, 'head.repo.full_name'))?.full
  const base = textAt(pull, 'base.repo.full_name')
  const baseBranch = textAt(pull, 'base.ref')
  const baseSha = shaAt(pull, 'base.sha')
  if (!headSha || !baseBranch || !baseSha || base?.toLowerCase() !== repository.full.toLowerCase())
    throw new Trouble(`GitHub's data on pull request ${number} is incomplete. The artifact is ignored.`)
  if (headSha !== run.headSha)
    throw new Trouble(
      `Pull request ${number} is at ${headSha.slice(0, 10)}, but the run tested ${run.headSha.slice(0, 10)}. Either the pull request has a newer commit, whose own run reports it, or the artifact names the wrong pull request. Nothing was sent.`,
    )
  if (!head || !run.headRepository || head.toLowerCase() !== run.headRepository.toLowerCase())
    throw new Trouble(
      `Pull request ${number} comes from ${head ?? 'a deleted repository'}, but the run from ${run.headRepository ?? 'a deleted repository'}. The artifact is ignored, and nothing was sent.`,
    )
  return { number, headSha, baseBranch, baseSha, branch: textAt(pull, 'head.ref') ?? '' }
}
