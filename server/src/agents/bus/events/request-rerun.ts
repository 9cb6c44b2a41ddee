import { rerunCommands } from '@svc/prove/rerun-commands'
import type { busEventOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted, slug } from '../../../ground/kernel/quoted.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { findTest } from '../../../history/tests/find-test.ts'
import type { KnownTest } from '../../../history/tests/known-tests.ts'
import { type VisibleProject, visibleProject } from '../../../people/projects/visible-projects.ts'
import { walkResults } from '../../../results/results/walk-results.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { AgentRow, WorkParts } from '../dependencies.ts'
import { findAgent, visibleAgents } from '../find-agent.ts'
import { readData, readDeadline, requireWorking } from '../tasks/task-input.ts'
import { noticesOf } from '../tasks/task-notices.ts'
import { describeTask } from '../tasks/task-rows.ts'
import { insertTask } from '../tasks/tasks.ts'
import { tellAfter } from '../tell.ts'

export const requestRerun =
  (parts: WorkParts): Handlers<typeof busEventOperations>['requestRerun'] =>
  async ({ ctx, input }) => {
    const { commit, times, priority } = input
    const creator = await actingAgent(actingAs(ctx, input.agent))
    const project = await visibleProject(ctx, input.project)
    const tests: KnownTest[] = []
    for (const key of new Set(input.tests)) tests.push((await findTest(ctx, key, project.slug)).test)
    const assignee =
      input.assignedTo === undefined
        ? await findRunner(ctx, project.id, creator)
        : requireWorking(await findAgent(ctx, input.assignedTo))
    const runner = await readRunner(ctx, project.id, tests)
    const names = tests.map(({ name }) => name)
    const commands = runner === null ? [] : rerunCommands(runner, names, times)
    const payload = {
      kind: 'rerun',
      project: project.slug,
      commit,
      times,
      runner,
      checkout: `git checkout ${commit}`,
      commands,
      ...(commands.length === 0 && { how: howOf(runner, times) }),
      tests: names.map(({ testId, file, titles, variant }) => ({ testId, file, titles, variant })),
    }
    const now = ctx.clock()
    const task = await tellAfter(parts, ctx.store, async (db, tell) => {
      await refuseMoreWaiting(db, project)
      const made = await insertTask(db, {
        creator,
        assignee,
        projectId: project.id,
        title:
          input.title ??
          `Run ${tests.length === 1 ? 'a test' : countOf(tests.length, 'test')} ${countOf(times, 'time')} on ${commit.slice(0, 12)}`,
        description: input.description === undefined ? WHAT_TO_DO : `${input.description}\n\n${WHAT_TO_DO}`,
        priority,
        deadline: input.deadline === undefined ? null : readDeadline(input.deadline, now),
        payload: readData(payload, 'payload'),
        rerunCommit: commit,
        now,
      })
      const text = `${slug(creator.name)} asks you to run tests again: ${quoted(made.title)}`
      tell(noticesOf(made, { text, actorId: creator.id, from: creator, type: 'task', isNew: true }))
      return made
    })
    return describeTask(ctx, parts, task.id)
  }

/** The most requests of a project that may wait: each run of their commit is counted for each of them. */
const MOST_WAITING = 1_000

/** Throws CONFLICT if as many requests of the project wait as may. */
async function refuseMoreWaiting(db: Db, { id, slug }: VisibleProject): Promise<void> {
  const last = await db
    .selectFrom('task')
    .select('id')
    .where('project_id', '=', id)
    // A literal, so that both databases use their partial index.
    .where(sql<boolean>`rerun_commit is not null and status in ('pending', 'in_progress')`)
    .orderBy('id')
    .limit(1)
    .offset(MOST_WAITING - 1)
    .executeTakeFirst()
  if (last)
    throw new Problem(
      'CONFLICT',
      worded`The project ${slug} has ${MOST_WAITING.toLocaleString('en')} tasks that wait for runs already, the most that it may have. Cancel those that nobody needs with ${NEXT.updateTask}.`,
    )
}

const WHAT_TO_DO =
  'Check out the commit, run the commands of the payload with a reporter of svc, and keep the working tree clean. The server fills the result from the uploads and ends the task.'

/** Used if the server does not know the command line of the runner. */
const howOf = (runner: string | null, times: number): string =>
  `The server knows no command for ${runner === null ? 'the runner of these tests' : `the runner ${runner}`}. Run the tests with it ${countOf(times, 'time')}, and upload the report of each run: npx --no svc upload <report>`

const AGENTS_AT_ONCE = 50

/**
 * An active agent whose `capabilities.rerun` says that it can run tests: true, or a list of slugs.
 * Agents assigned to the project come first, then the most recently seen ones.
 */
async function findRunner(ctx: Context, projectId: number, creator: AgentRow): Promise<AgentRow> {
  const { store, caller } = ctx
  const isAssigned = sql<number>`(case when exists (select 1 from agent_project
    where agent_project.agent_id = agent.id and agent_project.project_id = ${projectId}) then 1 else 0 end)`
  const slug = await store.lookup
    .selectFrom('project')
    .select('slug')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  let own: AgentRow | undefined
  // Some at a time: a thousand agents may have 16 MiB of capabilities.
  for (let offset = 0; ; offset += AGENTS_AT_ONCE) {
    const agents = await store.read
      .selectFrom('agent')
      .selectAll()
      .where('organization_id', '=', caller.organizationId)
      .where('status', '=', 'active')
      .where('capabilities', 'like', '%"rerun"%')
      .where(visibleAgents(ctx))
      .orderBy(isAssigned, 'desc')
      .orderBy(sql`coalesce(last_seen_at, 0)`, 'desc')
      .orderBy('id')
      .limit(AGENTS_AT_ONCE)
      .offset(offset)
      .execute()
    const able = agents.filter(({ capabilities }) => canRun(capabilities, slug.slug))
    const runner = able.find(({ id }) => id !== creator.id)
    if (runner) return runner
    own ??= able[0]
    if (agents.length < AGENTS_AT_ONCE) break
  }
  if (own) return own
  throw new Problem(
    'CONFLICT',
    worded`No active agent can run tests. Name one in assignedTo, or set capabilities.rerun to true (${NEXT.updateAgent}) for an agent that can.`,
  )
}

function canRun(capabilities: string, slug: string): boolean {
  const { rerun } = JSON.parse(capabilities) as { rerun?: unknown }
  return rerun === true || (Array.isArray(rerun) && rerun.includes(slug))
}

/** The runner of the newest execution with one of these tests; null if none is left. */
async function readRunner({ store }: Context, projectId: number, tests: KnownTest[]): Promise<string | null> {
  const [test] = tests
  if (!test) return null
  const walked = { projectId, testIds: test.ids, branch: undefined }
  const { results } = await walkResults(store, walked, null, 1)
  const [newest] = results
  if (!newest) return null
  const part = await store.lookup
    .selectFrom('part')
    .select('runner')
    .where('execution_id', '=', newest.execution.id)
    .where('number', '=', newest.part)
    .executeTakeFirst()
  return part?.runner ?? null
}
