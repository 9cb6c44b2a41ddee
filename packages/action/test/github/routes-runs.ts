import { type Asked, notFound, ok, page, type Route, refusal } from './answer.ts'
import { artifactOf, jobOf, repositoryNameOf, runOf } from './shapes.ts'
import type { Artifact, Repository, Run } from './state.ts'

const read = (answer: Route['answer']): Route => ({ needs: ['actions'], level: 'read', answer })

/** Runs of workflows, their jobs and what they left. */
export const runRoutes: Record<string, Route> = {
  'actions/get-workflow-run': read((asked) => {
    const run = runAsked(asked)
    return run ? ok(runOf(asked.state, asked.repository, run)) : notFound()
  }),
  'actions/get-workflow-run-attempt': read((asked) => {
    const run = runAsked(asked)
    return run ? ok(runOf(asked.state, asked.repository, run)) : notFound()
  }),
  'actions/list-jobs-for-workflow-run': read((asked) => jobs(asked, asked.query.get('filter') !== 'all')),
  'actions/list-jobs-for-workflow-run-attempt': read((asked) => jobs(asked, false)),
  'actions/list-workflow-run-artifacts': read((asked) => {
    const run = runAsked(asked)
    if (!run) return notFound()
    const name = asked.query.get('name')
    const found = run.artifacts.filter((each) => name === null || each.name === name)
    const path = `/repos/${repositoryNameOf(asked.repository)}/actions/runs/${run.id}/artifacts`
    return page(
      asked,
      path,
      found.map((each) => artifactOf(asked.repository, run, each)),
      'artifacts',
    )
  }),
  'actions/get-artifact': read((asked) => {
    const found = findArtifact(asked.repository, Number(asked.parameters.artifact_id))
    return found ? ok(artifactOf(asked.repository, found.run, found.artifact)) : notFound()
  }),
  'actions/download-artifact': read((asked) => {
    const found = findArtifact(asked.repository, Number(asked.parameters.artifact_id))
    if (!found) return notFound()
    if (found.artifact.isExpired) return refusal(410, 'Artifact has expired')
    const location = `${asked.url}/signed/${found.artifact.id}?signature=${found.artifact.id * 7}`
    return { status: 302, headers: { location } }
  }),
}

export const findArtifact = (
  { runs }: Repository,
  id: number,
): { run: Run; artifact: Artifact } | undefined => {
  for (const run of runs.values()) {
    const artifact = run.artifacts.find((each) => each.id === id)
    if (artifact) return { run, artifact }
  }
  return undefined
}

const runAsked = ({ repository, parameters }: Asked): Run | undefined =>
  repository.runs.get(Number(parameters.run_id))

const jobs = (asked: Asked, isLatest: boolean) => {
  const run = runAsked(asked)
  if (!run) return notFound()
  const attempt = Number(asked.parameters.attempt_number ?? run.attempt)
  const found = run.jobs.filter((job) => (isLatest ? job.attempt === run.attempt : job.attempt === attempt))
  const path = `/repos/${repositoryNameOf(asked.repository)}/actions/runs/${run.id}/jobs`
  return page(
    asked,
    path,
    found.map((each) => jobOf(asked.repository, run, each)),
    'jobs',
  )
}
