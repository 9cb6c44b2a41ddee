import type { RepositoryName } from '../event.ts'
import { isReportAwaited } from '../github/awaited-jobs.ts'
import type { CheckBody } from '../github/checks.ts'
import type { Run } from '../run.ts'
import type { Svc } from '../svc/call.ts'
import type { Execution } from '../svc/executions.ts'
import { Trouble, wordsOf } from '../trouble.ts'
import { compose } from './compose.ts'
import { isRunning } from './conclude.ts'
import { isRefused, keepCheck, keepStatus } from './keep-check.ts'
import { readProject } from './read-project.ts'

/** Writes a check for each project and commit of these executions. What keeps it away is said, and never fails the step. */
export const postChecks = async (run: Run, svc: Svc, executions: Execution[]): Promise<void> => {
  const { settings, event, github, output } = run
  const { repository } = event
  if (!settings.check || !repository || executions.length === 0) return
  if (!github.hasToken) {
    output.note(
      'warning',
      'There is no token of GitHub to write a check with: leave out the input github-token, whose default is the token of the job.',
    )
    return
  }
  const ownIds = new Set(executions.map(({ id }) => id))
  for (const [project, own] of Map.groupBy(executions, (each) => each.project))
    for (const sha of new Set(own.flatMap((execution) => headOf(run, execution) ?? [])))
      await postCheck(run, svc, { repository, project, sha, ownIds })
}

/** The commit that a maintainer sees: never the merge that CI makes of it. */
const headOf = ({ event }: Run, { headSha, testedSha }: Execution): string | undefined =>
  event.workflowRun?.headSha ?? headSha ?? event.headSha ?? testedSha ?? event.sha

interface Checked {
  repository: RepositoryName
  project: string
  sha: string
  ownIds: ReadonlySet<string>
}

const postCheck = async (run: Run, svc: Svc, checked: Checked): Promise<void> => {
  const { github, settings, event, output } = run
  const { repository, project, sha, ownIds } = checked
  const place = { repository, sha, name: `svc / ${project}`, externalId: `svc/${project}` }
  const read = async (mostBytes?: number): Promise<CheckBody> => {
    const asked = { project, repository: repository.full, sha, base: settings.base, ownIds }
    const reports = await readProject(svc, asked).catch(ofServer)
    if (reports.length === 0)
      throw new Trouble(`The server shows no execution of ${project} at ${sha.slice(0, 10)}.`)
    return compose(reports, isRunning(reports) && (await isAwaited(run)), mostBytes)
  }
  try {
    await keepCheck({ github, place, read })
    output.say(`wrote the check ${place.name} on ${sha.slice(0, 10)}`)
  } catch (error) {
    if (!isRefused(error)) {
      output.note('warning', `No check on commit ${sha.slice(0, 10)}: ${wordsOf(error)}`)
      return
    }
    // A token that reads is what they have: the companion writes it, and nothing is wrong.
    if (event.isFork || event.isDependabot) {
      output.note(
        'notice',
        'The token of this run may not write a check, as in all runs of forks and of Dependabot. The companion workflow in docs/github-action.md writes it in their place, with check: true.',
      )
      return
    }
    await postStatus(run, place, read)
  }
}

/** What the svc server refuses says nothing about permissions of GitHub's token. */
const ofServer = (error: unknown): never => {
  throw error instanceof Trouble ? new Trouble(error.message) : error
}

const postStatus = async (
  { github, output }: Run,
  place: Parameters<typeof keepStatus>[0]['place'],
  read: (mostBytes?: number) => Promise<CheckBody>,
): Promise<void> => {
  const at = `on ${place.sha.slice(0, 10)}`
  try {
    await keepStatus({ github, place, read })
    output.say(
      `wrote the commit status ${place.name} ${at}, because the token may not write checks: for a check with the whole text the job needs "permissions: checks: write"`,
    )
  } catch (error) {
    const advice = isRefused(error)
      ? 'The job needs `permissions: checks: write`, or for a commit status in its place `statuses: write`. '
      : ''
    output.note('warning', `No check ${at}. ${advice}${wordsOf(error)}`)
  }
}

/** Without `actions: read` nobody knows. */
const isAwaited = async ({ event, github, output }: Run): Promise<boolean> => {
  try {
    return await isReportAwaited(github, event)
  } catch (error) {
    output.say(`whether other jobs will report is not known (permission actions: read): ${wordsOf(error)}`)
    return false
  }
}
